import type { Content } from '@northshelf/site/collections/content.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { indexContractsByType } from '../build/relay.ts'
import { STATUS_PAGE_CODES } from '../content/served-addresses.ts'
import { findCauses } from './causes.ts'
import { listChangedForms } from './changed-forms.ts'
import { type ContentVersion, listContentChanges } from './content-changes.ts'
import {
  type AddressChange,
  comparePages,
  type Difference,
  type PageChange,
  rankPageChange,
  type SiteVersion,
} from './difference.ts'
import { listEffects } from './effects.ts'
import { createRendererFactory, listPageFactories, type RenderPage, serializePageInput } from './pages.ts'

/** Compares the pages of two content folders. Renders both with the current code. */
export async function compareContents(
  before: ContentVersion,
  after: ContentVersion,
): Promise<Omit<Difference, 'against'>> {
  const renderOf = createRendererFactory()
  const renderBefore = renderOf(before.content)
  const [old, now] = [listPageFactories(before.content), listPageFactories(after.content)]
  const found = await comparePages(
    createSide(before.content, old, renderBefore),
    createSide(after.content, now, renderOf(after.content)),
  )
  const changes = listContentChanges(before, after)
  const effects = listEffects(before, after, changes)
  const names = found.map(({ page }) => page)
  const causes = await findCauses(before.content, effects, names, { before: renderBefore, of: renderOf })
  const changesOf = (page: string) => {
    const source = (now.get(page) ?? old.get(page))?.().file
    return changes.filter(({ file }) => file === source)
  }
  const changedPages = found.map((pageChange) => {
    const traced = causes?.get(pageChange.page) ?? []
    return { ...pageChange, causes: traced.length > 0 ? traced : changesOf(pageChange.page) }
  })
  const hasOwnCause = ({ page, causes }: PageChange) => changesOf(page).some((change) => causes.includes(change))
  changedPages.sort((a, b) => rankPageChange(a) - rankPageChange(b) || Number(hasOwnCause(b)) - Number(hasOwnCause(a)))
  return {
    pages: { before: old.size - STATUS_PAGE_CODES.length, after: now.size - STATUS_PAGE_CODES.length },
    changedPages,
    changedAddresses: compareRedirects(before, after),
    changedForms: listChangedForms(indexContractsByType(before.content), indexContractsByType(after.content)),
    changes,
    traced: causes !== undefined,
  }
}

function createSide(content: Content, pages: ReturnType<typeof listPageFactories>, render: RenderPage): SiteVersion {
  const sides = [...pages].map(
    ([page, make]) => [page, { input: () => serializePageInput(make()), html: () => render(make()) }] as const,
  )
  return { pages: new Map(sides), around: JSON.stringify(createSiteView(content)) }
}

function compareRedirects(before: ContentVersion, after: ContentVersion): AddressChange[] {
  const [old, now] = [before, after].map(({ content }) => new Map(content.redirects.map(({ from, to }) => [from, to])))
  const all = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort()
  return all.flatMap((address) => {
    const [was, is] = [old?.get(address), now?.get(address)]
    return was === is ? [] : [{ address, before: was, after: is }]
  })
}
