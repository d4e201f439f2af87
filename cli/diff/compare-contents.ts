import type { Content } from '@northshelf/site/collections/content.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { ensureBundle } from '../build/bundle.mjs'
import { listLanguageVersions, listPlannedPages, type PlannedPage } from '../build/pages.ts'
import { indexContractsByType } from '../build/relay.ts'
import { createPageRenderer } from '../build/render-pages.ts'
import { memoize } from '../content/memoize.ts'
import { STATUS_PAGE_CODES } from '../content/served-addresses.ts'
import { parseTranslationName } from '../content/translations/translation-name.ts'
import { type ContentChange, type ContentVersion, listContentChanges } from './content-changes.ts'
import { comparePages, listChangedForms, type PageChange, type PageDifferences, rankPageChange } from './difference.ts'
import { applyEffects, type Effect, listEffects } from './effects.ts'

/** Maximum of the number of pages times the number of changes. Above it, tracing would take more than a few seconds. */
const MAX_COMBINATIONS = 20_000

/** Compares the pages of two content folders. Renders both with the current code. */
export async function compareContents(before: ContentVersion, after: ContentVersion): Promise<PageDifferences> {
  const renderOf = createRendererFactory()
  const old = listPages(before.content)
  const now = listPages(after.content)
  const found = await comparePages(
    createSide(before.content, old, renderOf(before.content)),
    createSide(after.content, now, renderOf(after.content)),
  )
  const changes = listContentChanges(before, after)
  const effects = listEffects(before, after, changes)
  // The pages of other languages are not traced: their causes are the changes of their translation and of their source.
  const languageOf = (page: string) =>
    after.content.translations.find(({ home }) => `${page}/`.startsWith(`${home}/`))?.site.language
  const names = found.flatMap(({ page }) => (languageOf(page) === undefined ? [page] : []))
  const causes = await findCauses(before.content, effects, names, renderOf)
  // A new entry shows only together with the page that refers to it, so applying it alone changes nothing. Undo such
  // changes in the new content instead.
  const unseen = causes && changes.filter((change) => [...causes.values()].every((found) => !found.includes(change)))
  if (unseen && unseen.length > 0) {
    const undo = listEffects(after, before, unseen)
    for (const [page, found] of (await findCauses(after.content, undo, names, renderOf, true)) ?? [])
      causes.get(page)?.push(...found)
  }
  const changesOf = (page: string) => {
    const source = (now.get(page) ?? old.get(page))?.().file
    return changes.filter(({ file }) => file === source)
  }
  const causesOf = (page: string) => {
    const [source] = after.content.translatedPages.get(page) ?? []
    const traced = causes?.get(source?.path ?? page) ?? []
    const language = languageOf(page)
    if (language === undefined) return traced.length > 0 ? traced : changesOf(page)
    const own = [...changesOf(page), ...traced]
    return own.length > 0 ? own : changes.filter(({ file }) => parseTranslationName(file)?.language === language)
  }
  const changedPages = found.map((pageChange) => ({ ...pageChange, causes: causesOf(pageChange.page) }))
  const changedThemselves = new Set(
    changedPages.filter(({ page, causes }) => changesOf(page).some((change) => causes.includes(change))),
  )
  const rank = (page: PageChange) => 2 * rankPageChange(page) + (changedThemselves.has(page) ? 0 : 1)
  changedPages.sort((a, b) => rank(a) - rank(b))
  return {
    pages: { before: countPages(before.content), after: countPages(after.content) },
    changedPages,
    changedAddresses: compareRedirects(before, after),
    changedForms: listChangedForms(indexContractsByType(before.content), indexContractsByType(after.content)),
    changes,
    traced: causes !== undefined,
  }
}

/** Returns the number of pages in all languages. Each translation has a page for missing pages, too. */
function countPages(content: Content): number {
  return listPages(content).size - STATUS_PAGE_CODES.length - content.translations.length
}

/**
 * Lists the pages of a content in all languages. Each page is created once, because proposals are compared with the same
 * content.
 */
export const listPages = memoize((content: Content): ReadonlyMap<string, () => PlannedPage> => {
  const made = new Map<string, PlannedPage>()
  const create = (page: string, make: () => PlannedPage) => {
    const file = made.get(page) ?? make()
    made.set(page, file)
    return file
  }
  const all = listLanguageVersions(content).flatMap(({ pages }) => [...pages])
  return new Map(all.map(([page, make]) => [page, () => create(page, make)]))
})

function createSide(content: Content, pages: ReturnType<typeof listPages>, render: RenderPage) {
  const sides = [...pages].map(
    ([page, make]) => [page, { input: () => inputOf(make()), html: () => render(make()) }] as const,
  )
  return { pages: new Map(sides), around: JSON.stringify([content, ...content.translations].map(createSiteView)) }
}

function compareRedirects(before: ContentVersion, after: ContentVersion) {
  const [old, now] = [before, after].map(({ content }) => new Map(content.redirects.map(({ from, to }) => [from, to])))
  const all = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort()
  return all.flatMap((address) => {
    const was = old?.get(address)
    const is = now?.get(address)
    return was === is ? [] : [{ address, before: was, after: is }]
  })
}

/**
 * Finds which changes affected which pages by applying each change separately to the old content. Lists, menus and
 * other references to a file therefore need no special rules.
 * @param changed paths of pages that differ
 * @param isPartial whether `effects` are only some of the changes between both versions
 * @returns undefined if tracing would take too long
 */
async function findCauses(
  before: Content,
  effects: ReadonlyMap<ContentChange, readonly Effect[]>,
  changed: readonly string[],
  renderOf: (content: Content) => RenderPage,
  isPartial = false,
): Promise<Map<string, ContentChange[]> | undefined> {
  const causes = new Map<string, ContentChange[]>(changed.map((page) => [page, []]))
  const candidates = [...effects].filter(([, ownEffects]) => ownEffects.length > 0)
  const [only] = candidates
  if (candidates.length < 2 && !isPartial) return new Map(changed.map((page) => [page, only ? [only[0]] : []]))
  if (candidates.length * changed.length > MAX_COMBINATIONS) return undefined
  const pages = listPages(before)
  const site = viewOf(before)
  const renderBefore = renderOf(before)
  const inputs = new Map(changed.map((page) => [page, serializePageInput(pages.get(page)?.())]))
  for (const [change, ownEffects] of candidates) {
    const content = applyEffects(before, ownEffects)
    const siteAfter = viewOf(content)
    if (siteAfter === undefined) continue
    const now = listPlannedPages(content)
    const render = siteAfter === site ? undefined : renderOf(content)
    const isChanged = async (page: string) => {
      const pageFile = now.get(page)?.()
      if (serializePageInput(pageFile) !== inputs.get(page)) return true
      return pageFile && render ? (await render(pageFile)) !== (await renderBefore(pageFile)) : false
    }
    // Count an error as a change: creating a page fails if it refers to an entry that another change adds.
    for (const page of changed) if (await isChanged(page).catch(() => true)) causes.get(page)?.push(change)
  }
  return causes
}

/** Returns the serialized site view; undefined if the content refers to a missing entry, such as a dialog's form. */
function viewOf(content: Content): string | undefined {
  try {
    return JSON.stringify(createSiteView(content))
  } catch {
    return undefined
  }
}

/** Returns a page's input, excluding the site view. Equal inputs produce equal pages. */
const inputOf = ({ view, meta }: PlannedPage) => [view, meta]

function serializePageInput(page: PlannedPage | undefined): string {
  return page ? JSON.stringify(inputOf(page)) : ''
}

let opened: { bundle: string; renderer: ReturnType<typeof createPageRenderer> } | undefined

/** Returns the renderer of a bundle. It is created once, because it parses all styles. */
function openRenderer(bundle: Parameters<typeof createPageRenderer>[0]) {
  if (opened?.bundle !== bundle.id) opened = { bundle: bundle.id, renderer: createPageRenderer(bundle) }
  return opened.renderer
}

/** Renders a page exactly as it is published. */
type RenderPage = (page: PlannedPage) => Promise<string>

/**
 * Returns a function that creates page renderers. They render like the build, and load no code until the first page is
 * rendered.
 */
export function createRendererFactory(): (content: Content) => RenderPage {
  let renderer: ReturnType<typeof createPageRenderer> | undefined
  return (content) => {
    const ready = new Map<Content, ReturnType<Awaited<ReturnType<typeof createPageRenderer>>>>()
    return async ({ htmlFile, view, meta }) => {
      renderer ??= ensureBundle('components').then(openRenderer)
      const isIn = ({ home }: Content) => new RegExp(`^${home}[./]`).test(`/${htmlFile}`)
      const version = content.translations.find(isIn) ?? content
      const render = ready.get(version) ?? (await renderer)(createSiteView(version))
      ready.set(version, render)
      return (await (await render)({ view, meta })).html
    }
  }
}
