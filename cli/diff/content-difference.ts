import { createSiteView } from '@northshelf/site/site/views.ts'
import { contractsOf } from '../build/relay.ts'
import { STATUS_PAGES } from '../content/served-addresses.ts'
import { findCauses } from './causes.ts'
import { type FormChange, listChangedForms } from './changed-forms.ts'
import { type Change, type ContentSide, listContentChanges } from './content-changes.ts'
import { type BeforeAfter, byInterest, type PageChange } from './difference.ts'
import { listEffects } from './effects.ts'
import { createRenders, inputOf, listPages, type Render } from './pages.ts'
import { listChangedParts } from './shown.ts'

export interface ContentPageChange extends Omit<PageChange, 'firstLoad'> {
  /** What of the content made it so, as far as that is known. */
  causes: Change[]
}

/** An old address that leads elsewhere than before. */
export interface AddressChange {
  address: string
  /** Where it led and leads; undefined where nowhere. */
  before: string | undefined
  after: string | undefined
}

/** What changes of the content make of the site. */
export interface ContentDifference {
  /** What it is compared with: as it was said, and the commit that it is. */
  against: { ref: string; commit: string }
  /** The content folder, absolute; names of files are relative to its parent. */
  folder: string
  pages: BeforeAfter
  changedPages: ContentPageChange[]
  changedAddresses: AddressChange[]
  changedForms: FormChange[]
  /** All changes of the content, those that no page shows among them. */
  changes: Change[]
  /** Whether it was tried which change made which page. If not, pages have the changes of their own file. */
  traced: boolean
}

/**
 * Renders both with the present code and compares the HTML, to the byte. What is made of the same is the same, and not
 * rendered.
 */
export async function compareContents(
  before: ContentSide,
  after: ContentSide,
): Promise<Omit<ContentDifference, 'against'>> {
  const [old, now] = [listPages(before.content), listPages(after.content)]
  const renderOf = createRenders()
  const renderBefore = renderOf(before.content)
  const found = await listChangedPages(before, after, renderBefore, renderOf(after.content))
  const changes = listContentChanges(before, after)
  const effects = listEffects(before, after, changes)
  const names = found.map(({ page }) => page)
  const causes = await findCauses(before.content, effects, names, { before: renderBefore, of: renderOf })
  const changedPages = found.map((one) => {
    const home = (now.get(one.page) ?? old.get(one.page))?.().file
    const [tried, own] = [causes?.get(one.page) ?? [], changes.filter(({ file }) => file === home)]
    return { ...one, causes: tried.length > 0 ? tried : own, isOwn: tried.some((change) => own.includes(change)) }
  })
  changedPages.sort((a, b) => byInterest(a, b) || Number(b.isOwn) - Number(a.isOwn))
  return {
    folder: after.folder,
    pages: { before: old.size - STATUS_PAGES.length, after: now.size - STATUS_PAGES.length },
    changedPages: changedPages.map(({ isOwn: _isOwn, ...page }) => page),
    changedAddresses: compareRedirects(before, after),
    changedForms: listChangedForms(contractsOf(before.content), contractsOf(after.content)),
    changes,
    traced: causes !== undefined,
  }
}

async function listChangedPages(before: ContentSide, after: ContentSide, renderOld: Render, render: Render) {
  const [old, now] = [listPages(before.content), listPages(after.content)]
  const [oldSite, site] = [before, after].map(({ content }) => JSON.stringify(createSiteView(content)))
  const changed: Omit<ContentPageChange, 'causes'>[] = []
  for (const page of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(page)?.(), now.get(page)?.()]
    if (!was || !is) changed.push({ page, change: is ? 'added' : 'removed', parts: [] })
    else if (inputOf(was) !== inputOf(is) || oldSite !== site) {
      const [html, nowHtml] = [await renderOld(was), await render(is)]
      if (html === nowHtml) continue
      const parts = listChangedParts(html, nowHtml)
      changed.push({ page, change: 'changed', parts: parts.length > 0 ? parts : ['data'] })
    }
  }
  return changed
}

function compareRedirects(before: ContentSide, after: ContentSide): AddressChange[] {
  const [old, now] = [before, after].map(({ content }) => new Map(content.redirects.map(({ from, to }) => [from, to])))
  const all = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort()
  return all.flatMap((address) => {
    const [was, is] = [old?.get(address), now?.get(address)]
    return was === is ? [] : [{ address, before: was, after: is }]
  })
}
