import { type Content, getFrontPage, getListedEntries } from '../collections/content.ts'
import { collections } from '../collections/list.ts'
import { requireSitePart, type Site } from '../entries/site.ts'
import { formatRelayQuery } from '../forms/form-action.ts'
import type { Route } from '../routes.ts'
import type { Action } from '../schema/action.ts'
import { getLanguageName } from '../schema/language.ts'
import { getSectionDefinition } from '../sections/definition.ts'
import { resolveFormContract } from '../sections/entry-views.ts'
import type { MenuLink, SiteView } from '../sections/site-view.ts'
import type { PageView, SectionView } from '../sections/view.ts'
import { listStyleNames } from './render-input.ts'

export function createPageView(route: Route, content: Content): PageView {
  const { path, title, description, entry, pages, pagination } = route
  const sections = [...listLanguageLinks(path, content), ...addDialogs(pages.view(entry, content, pagination), content)]
  const loaded = sections.flatMap(({ type }) => getSectionDefinition(type).loadedHtml?.(content) ?? [])
  const loadedNames = loaded.length > 0 ? [...new Set(loaded.flatMap(listStyleNames))] : undefined
  const { header } = entry
  return { path, title, description, sections, ...(loadedNames && { loadedNames }), ...(header && { header }) }
}

const dialogId = (name: string) => `dialog-${name}`

/**
 * Appends the dialogs that a page's actions open. Gives each of these actions a link target that works without
 * JavaScript: the form on the page, or the booking page.
 */
function addDialogs(sections: SectionView[], content: Content): SectionView[] {
  const { dialogs, scheduling } = content.site
  const used = new Set<string>()
  const linkTo = (name: string) => {
    used.add(name)
    return dialogs[name]?.form ? `#${dialogId(name)}` : requireSitePart(scheduling).url
  }
  const linkActions = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(linkActions)
    if (typeof value !== 'object' || value === null) return value
    // The sections of a project can have other fields with the same name.
    const { to, opens = '' } = value as Partial<Action>
    if (to && Object.hasOwn(dialogs, opens)) return { ...value, to: linkTo(opens) }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, linkActions(item)]))
  }
  const linked = linkActions(sections) as SectionView[]
  const opened = [...used].map((name): SectionView => {
    return { type: dialogs[name]?.form ? 'dialog' : 'booking', id: dialogId(name), name }
  })
  const own = sections.flatMap((section) => getSectionDefinition(section.type).addedSections?.(section) ?? [])
  return [...linked, ...opened, ...own]
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
    frontPage: getFrontPage(content),
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
