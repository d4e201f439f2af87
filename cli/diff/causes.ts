import type { Content } from '@northshelf/site/collections/content.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import type { Change } from './content-changes.ts'
import { type Effect, withEffects } from './effects.ts'
import { inputOf, listPages, type Render } from './pages.ts'

/** Pages times changes: more would take more than a few seconds. */
const MOST = 20_000

/**
 * Which changes made which pages other ones, found by trying: the content as it was with one change alone. So lists,
 * menus and whatever else leads from a file to a page need no rules here.
 * @param changed addresses of pages that are not the same
 * @returns undefined where that would take too long
 */
export async function findCauses(
  before: Content,
  effects: ReadonlyMap<Change, readonly Effect[]>,
  changed: readonly string[],
  renders: { before: Render; of: (content: Content) => Render },
): Promise<Map<string, Change[]> | undefined> {
  const causes = new Map<string, Change[]>(changed.map((page) => [page, []]))
  const tried = [...effects].filter(([, own]) => own.length > 0)
  const [only] = tried
  if (tried.length < 2) return new Map(changed.map((page) => [page, only ? [only[0]] : []]))
  if (tried.length * changed.length > MOST) return undefined
  const [pages, site] = [listPages(before), viewOf(before)]
  const inputs = new Map(changed.map((page) => [page, inputOf(pages.get(page)?.())]))
  for (const [change, own] of tried) {
    const content = withEffects(before, own)
    const nowSite = viewOf(content)
    if (nowSite === undefined) continue
    const now = listPages(content)
    const render = nowSite === site ? undefined : renders.of(content)
    const isOther = async (page: string) => {
      const made = now.get(page)?.()
      if (inputOf(made) !== inputs.get(page)) return true
      return made && render ? (await render(made)) !== (await renders.before(made)) : false
    }
    // A page cannot be made where it names what another of the changes adds.
    for (const page of changed) if (await isOther(page).catch(() => true)) causes.get(page)?.push(change)
  }
  return causes
}

/** What surrounds pages; undefined where it names what is gone, such as the form of a dialog. */
function viewOf(content: Content): string | undefined {
  try {
    return JSON.stringify(createSiteView(content))
  } catch {
    return undefined
  }
}
