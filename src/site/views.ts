import type { ArticleEntry, Content, Entry, Written } from '../collections/content.ts'
import { givenByJob, type Job } from '../collections/job.ts'
import type { Service, Solution } from '../collections/service.ts'
import { type Route, solutionPath } from '../routes.ts'
import { articleCard, jobCard } from '../sections/cards.ts'
import { dayInWords } from '../sections/day-in-words.ts'
import { resolveSection } from '../sections/definition.ts'
import { formContract, testimonial } from '../sections/resolve.ts'
import type { PageView, SiteView, View } from '../sections/view.ts'
import { withDialogs } from './dialogs.ts'
import { jobTexts } from './job-texts.ts'

/** A route and the content → the page, ready to render. Pure: equal input gives an equal page. */
export function createPageView(route: Route, content: Content): PageView {
  const head = { path: route.path, title: titleOf(route), description: descriptionOf(route) }
  return { ...head, sections: withDialogs(sectionsOf(route, content), content) }
}

export function titleOf({ kind, entry }: Route): string {
  if (kind === 'article') return entry.metaTitle ?? entry.title
  if (kind === 'service' || kind === 'solution') return entry.metaTitle
  return entry.title
}

export function descriptionOf({ kind, entry }: Route): string {
  return kind === 'page' || kind === 'text' ? entry.description : entry.metaDescription
}

function sectionsOf(route: Route, content: Content): View[] {
  switch (route.kind) {
    case 'page':
      return route.entry.sections.map((section) => resolveSection(section, content))
    case 'text': {
      const { heading, updated, headings, html } = route.entry
      return [{ type: 'prose', heading, updated: dayInWords(updated, content.site.language), headings, body: html }]
    }
    case 'service':
      return serviceSections(route.entry, content, content.site.service.services)
    case 'solution':
      return serviceSections(route.entry, content, content.site.service.solutions)
    case 'job':
      return [jobSection(route.entry, content)]
    case 'article':
      return [articleSection(route.entry, content)]
  }
}

/** Layout (a) and layout (b) of service pages, from one entry. */
function serviceSections(
  entry: Entry<Service> | Entry<Solution>,
  content: Content,
  trail: { label: string; to: string },
): View[] {
  const call = { to: content.site.navigation.button.to, opens: 'discovery' as const }
  const opening: View = {
    type: 'service-hero',
    trail,
    title: entry.title,
    ...entry.hero,
    actions: entry.layout === 'expanding' ? [{ label: entry.booking, ...call }] : entry.closing.actions.slice(0, 1),
  }
  const middle: View[] =
    entry.layout === 'expanding'
      ? [
          ...(entry.challenge ? [{ type: 'challenge' as const, ...entry.challenge }] : []),
          { type: 'features', look: 'rows', id: undefined, text: undefined, ...entry.features },
          { type: 'results', ...entry.results },
          { type: 'details', text: undefined, ...entry.details },
        ]
      : [
          { type: 'challenge', ...entry.challenge },
          { type: 'features', look: 'rows', id: undefined, text: undefined, ...entry.benefits },
        ]
  const said: View[] = entry.testimonial
    ? [{ type: 'quote', testimonial: testimonial(content, entry.testimonial) }]
    : []
  return [opening, ...middle, ...said, { type: 'closing', look: 'band', steps: [], mail: false, ...entry.closing }]
}

function jobSection(entry: Written<Job>, content: Content): View {
  const { body, ...duties } = jobTexts(entry)
  const { language } = content.site
  const posted = dayInWords(entry.posted, language)
  const closes = entry.closes ? dayInWords(entry.closes, language) : undefined
  const card = jobCard(entry)
  return {
    type: 'job',
    card,
    job: { ...duties, posted, closes },
    body,
    back: content.site.job.careers,
    form: formContract(content, content.site.job.form),
    given: givenByJob(entry),
  }
}

function articleSection(entry: ArticleEntry, content: Content): View {
  const { author, headings, figures, takeaways, call } = entry
  const { language } = content.site
  return {
    type: 'article',
    card: articleCard(entry),
    author,
    published: dayInWords(entry.published, language),
    updated: entry.updated ? dayInWords(entry.updated, language) : undefined,
    headings,
    figures,
    takeaways,
    call,
    body: entry.html,
    back: content.site.article[entry.collection],
    action: content.site.article.action,
    related: listRelated(entry, content.articles).map(articleCard),
  }
}

/** The newest others of its collection. Looks no further than it must: with every article looking at all, many take long. */
function listRelated({ collection, slug }: ArticleEntry, articles: readonly ArticleEntry[]): ArticleEntry[] {
  const related: ArticleEntry[] = []
  for (const other of articles) {
    if (other.collection === collection && other.slug !== slug) related.push(other)
    if (related.length === 2) break
  }
  return related
}

/** The page for any path that has none. */
export function createNotFoundView({ site }: Content): PageView {
  const { heading, text, action } = site.notFound
  return {
    path: '/404',
    title: site.notFound.title,
    description: heading,
    sections: [{ type: 'not-found', heading, text, action }],
  }
}

/** The page in place of the relay's answer, when there is none. */
export function createUnsentView({ site }: Content, why: keyof Content['site']['unsent']): PageView {
  const { heading, text } = site.unsent[why]
  const actions = [{ label: site.email, to: `mailto:${site.email}` }]
  return {
    path: '/unsent',
    title: heading,
    description: text,
    sections: [{ type: 'hero', look: 'shelf', heading, text, actions, chips: [] }],
  }
}

/** What every page shares. */
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
  const dialogs = Object.entries(shared.dialogs).map(([name, { form, ...words }]) => [
    name,
    { ...words, form: form ? formContract(content, form) : undefined },
  ])
  return {
    ...shared,
    dialogs: Object.fromEntries(dialogs) as SiteView['dialogs'],
    solutions: content.solutions.map((entry) => ({
      label: entry.title,
      description: entry.description,
      to: solutionPath(entry),
    })),
  }
}
