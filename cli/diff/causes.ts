import type { Content } from '@northshelf/site/collections/content.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import type { ContentChange } from './content-changes.ts'
import { applyEffects, type Effect } from './effects.ts'
import { listPageFactories, type RenderPage, serializePageInput } from './pages.ts'

/** Maximum of the number of pages times the number of changes. Above it, tracing would take more than a few seconds. */
const MAX_COMBINATIONS = 20_000

/**
 * Finds which changes affected which pages by applying each change separately to the old content. Lists, menus and
 * other references to a file therefore need no special rules.
 * @param changed paths of pages that differ
 * @returns undefined if tracing would take too long
 */
export async function findCauses(
  before: Content,
  effects: ReadonlyMap<ContentChange, readonly Effect[]>,
  changed: readonly string[],
  renders: { before: RenderPage; of: (content: Content) => RenderPage },
): Promise<Map<string, ContentChange[]> | undefined> {
  const causes = new Map<string, ContentChange[]>(changed.map((page) => [page, []]))
  const candidates = [...effects].filter(([, ownEffects]) => ownEffects.length > 0)
  const [only] = candidates
  if (candidates.length < 2) return new Map(changed.map((page) => [page, only ? [only[0]] : []]))
  if (candidates.length * changed.length > MAX_COMBINATIONS) return undefined
  const [pages, site] = [listPageFactories(before), viewOf(before)]
  const inputs = new Map(changed.map((page) => [page, serializePageInput(pages.get(page)?.())]))
  for (const [change, ownEffects] of candidates) {
    const content = applyEffects(before, ownEffects)
    const siteAfter = viewOf(content)
    if (siteAfter === undefined) continue
    const now = listPageFactories(content)
    const render = siteAfter === site ? undefined : renders.of(content)
    const isChanged = async (page: string) => {
      const pageFile = now.get(page)?.()
      if (serializePageInput(pageFile) !== inputs.get(page)) return true
      return pageFile && render ? (await render(pageFile)) !== (await renders.before(pageFile)) : false
    }
    // Count an error as a change: creating a page fails if it refers to an entry that another change adds.
    for (const page of changed) if (await isChanged(page).catch(() => true)) causes.get(page)?.push(change)
  }
  return causes
}

/**
 * Returns the serialized site view; undefined if the content refers to a missing entry, such as the form of a dialog.
 */
function viewOf(content: Content): string | undefined {
  try {
    return JSON.stringify(createSiteView(content))
  } catch {
    return undefined
  }
}
