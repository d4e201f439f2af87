import { type Content, getListedEntries } from '../collections/content.ts'
import { collections } from '../collections/list.ts'
import type { Site } from '../entries/site.ts'
import { formatRelayQuery } from '../forms/form-action.ts'
import type { Route } from '../routes.ts'
import { getLanguageName } from '../schema/language.ts'
import { getSectionDefinition } from '../sections/definition.ts'
import { resolveFormContract } from '../sections/entry-views.ts'
import type { MenuLink, SiteView } from '../sections/site-view.ts'
import type { PageView, SectionView } from '../sections/view.ts'
import { addDialogs } from './dialogs.ts'
import { listStyleNames } from './style-names.ts'

export function createPageView(route: Route, content: Content): PageView {
  const { path, title, description, entry, pages, pagination } = route
  const sections = [...listLanguageLinks(path, content), ...addDialogs(pages.view(entry, content, pagination), content)]
  const loaded = sections.flatMap(({ type }) => getSectionDefinition(type).loadedHtml?.(content) ?? [])
  const loadedNames = loaded.length > 0 ? [...new Set(loaded.flatMap(listStyleNames))] : undefined
  const { header } = entry
  return { path, title, description, sections, ...(loadedNames && { loadedNames }), ...(header && { header }) }
}

/** Returns a section with links to the page in other languages; none if there is no such page. */
function listLanguageLinks(path: string, { site, translatedPages }: Content): SectionView[] {
  const pages = (translatedPages.get(path) ?? [])
    .filter(({ language }) => language !== site.language)
    .map((page) => ({ ...page, name: getLanguageName(page.language) }))
  return pages.length > 0 ? [{ type: 'languages', pages }] : []
}

export function createNotFoundView({ site }: Content): PageView {
  const { heading, text, action } = site.notFound
  const look = site.theme.drawings === 'neutral' ? 'plain' : site.notFound.look
  return {
    path: '/404',
    title: site.notFound.title,
    description: heading,
    sections: [{ type: 'not-found', heading, text, action, look }],
  }
}

/** Returns the page that the web server shows if it cannot reach the relay or itself rejects a request. */
export function createServerErrorView({ site }: Content, why: keyof Content['site']['unsent']): PageView {
  const { heading, text } = site.unsent[why]
  const look = site.notFound.look === 'shelf' ? 'shelf' : 'page'
  const actions = [{ label: site.email, to: `mailto:${site.email}` }]
  return {
    path: '/unsent',
    title: heading,
    description: text,
    sections: [{ type: 'hero', look, heading, text, actions, chips: [] }],
  }
}

export function createSiteView(content: Content): SiteView {
  const {
    article: _article,
    job: _job,
    service: _service,
    serviceGroups: _groups,
    locations: _locations,
    unsent: _unsent,
    https: _https,
    markdownCopies: _copies,
    languages: _languages,
    sources,
    count,
    notice,
    ...shared
  } = content.site
  const { address, key } = shared.relay
  const dialogs = Object.entries(shared.dialogs).map(([name, { form, ...text }]) => [
    name,
    { ...text, form: form ? resolveFormContract(content, form) : undefined },
  ])
  const { from = content.today, until = content.today } = notice ?? {}
  return {
    ...shared,
    home: content.home,
    ...(from <= content.today && until >= content.today && { notice }),
    relay: {
      address,
      query: formatRelayQuery(key, content.home === '/' ? undefined : shared.language),
      sources,
      count: count || undefined,
    },
    dialogs: Object.fromEntries(dialogs),
    navigation: {
      ...shared.navigation,
      links: shared.navigation.links.map((link) => ('all' in link ? createSubmenu(link, content) : link)),
    },
  }
}

function createSubmenu(
  link: Extract<Site['navigation']['links'][number], { all: string }>,
  content: Content,
): MenuLink {
  if ('links' in link) return link
  const { entries: folder, ...rest } = link
  const links = collections.flatMap((collection) => {
    const { pages } = collection
    if (!pages) return []
    return getListedEntries(collection, folder, content).map((entry) => {
      const { path: to, description } = entry
      return { label: pages.name(entry, content.site), to, description: description ? String(description) : undefined }
    })
  })
  return links.length > 0 ? { ...rest, links } : { label: link.label, to: link.to }
}
