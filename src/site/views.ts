import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'
import { resolveFormContract } from '../sections/entry-views.ts'
import type { SiteView } from '../sections/site-view.ts'
import type { PageView } from '../sections/view.ts'
import { addDialogs } from './dialogs.ts'

export function createPageView(route: Route, content: Content): PageView {
  const { path, title, description, entry, pages, pagination } = route
  return { path, title, description, sections: addDialogs(pages.view(entry, content, pagination), content) }
}

export function createNotFoundView({ site }: Content): PageView {
  const { heading, text, action } = site.notFound
  return {
    path: '/404',
    title: site.notFound.title,
    description: heading,
    sections: [{ type: 'not-found', heading, text, action }],
  }
}

/** Returns the page that the web server shows if it cannot reach the relay or itself rejects a request. */
export function createServerErrorView({ site }: Content, why: keyof Content['site']['unsent']): PageView {
  const { heading, text } = site.unsent[why]
  const actions = [{ label: site.email, to: `mailto:${site.email}` }]
  return {
    path: '/unsent',
    title: heading,
    description: text,
    sections: [{ type: 'hero', look: 'shelf', heading, text, actions, chips: [] }],
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
    ...shared
  } = content.site
  const { address, key } = shared.relay
  const dialogs = Object.entries(shared.dialogs).map(([name, { form, ...text }]) => [
    name,
    { ...text, form: form ? resolveFormContract(content, form) : undefined },
  ])
  return {
    ...shared,
    relay: { address, key },
    dialogs: Object.fromEntries(dialogs) as SiteView['dialogs'],
    solutions: content.solutions.map(({ title, description, path }) => ({ label: title, description, to: path })),
  }
}
