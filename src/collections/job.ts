import { createCardMotif } from '../drawings/picture.ts'
import { employmentTypes, type Job, jobSchema } from '../entries/job.ts'
import { createOrganization, createPostalAddress } from '../entries/organization.ts'
import type { PageContent } from '../entries/page-content.ts'
import { requireSitePart, type Site } from '../entries/site.ts'
import { formatTimeInZone } from '../entries/time-zone.ts'
import { formatMarkdownList } from '../schema/markdown.ts'
import { createJobCard, formatSalary, resolveColleague, resolveFormContract } from '../sections/entry-views.ts'
import type { SectionView } from '../sections/view.ts'
import { defineCollection, type EntryOf } from './collection.ts'
import { addedSectionsSchema, resolveSections, sectionPages } from './page-sections.ts'

/** Returns the hidden values in a position's form, by field name. */
export function getJobFormValues({ title, department }: Pick<Job, 'title' | 'department'>) {
  return { jobTitle: title, jobDepartment: department }
}

export const jobs = defineCollection({
  name: 'jobs',
  folders: { jobs: { kind: 'job', next: ', and in the list of open positions.', address: '/careers' } },
  extension: '.md',
  schema: jobSchema.extend({ sections: addedSectionsSchema.optional().describe('Sections below the position') }),
  order: ['order', 'title'],
  from: 'posted',
  until: 'closes',
  words: 'job',
  placeholders: ['salary'],
}).withPages({
  ...sectionPages,
  path: '{folder}/{slug}',
  title: ['title'],
  description: 'metaDescription',
  name: ({ title }) => title,
  parent: (_, site) => site.job?.careers,
  view: (entry, content) => [jobSection(entry, content), ...resolveSections(entry, content)],
  card: ({ title, department, ...entry }, site) => ({
    label: [department, formatSalary(entry, site)].filter(Boolean).join(' · '),
    title,
    drawing: createCardMotif('cobalt', undefined),
  }),
  structuredData: (entry, content) => [jobPosting(entry, content.site), ...sectionPages.structuredData(entry, content)],
  modified: ({ posted }) => posted,
  markdown: ({ markdown = '', ...entry }, { site }) => {
    const { body, ...lists } = fillSalary({ ...entry, html: markdown }, site)
    return [body, ...duties.map((name) => formatMarkdownList(site.labels[name], lists[name]))].join('\n\n')
  },
  anchors: (fields) => ['apply', ...sectionPages.anchors(fields)],
})
type JobEntry = EntryOf<typeof jobs>

function jobSection(entry: JobEntry, content: PageContent): SectionView {
  const { formatDay, site } = content
  const { body, ...duties } = fillSalary(entry, site)
  const job = requireSitePart(site.job)
  return {
    type: 'job',
    card: createJobCard(entry, site),
    job: { ...duties, posted: formatDay(entry.posted), closes: entry.closes ? formatDay(entry.closes) : undefined },
    body,
    back: job.careers,
    people: (entry.people ?? []).map((slug) => resolveColleague(content, slug)),
    form: resolveFormContract(content, job.form),
    given: getJobFormValues(entry),
  }
}

/** Returns a position's HTML and lists, with `{salary}` replaced by the salary range. */
function fillSalary(entry: JobEntry, site: Site) {
  const { html, responsibilities, requirements, benefits } = entry
  // The rule `fact/placeholder` reports the placeholder if there is no salary range.
  const range = formatSalary(entry, site)
  const fill = (text: string) => (range ? text.replaceAll('{salary}', () => range) : text)
  return {
    body: fill(html),
    responsibilities: responsibilities.map(fill),
    requirements: requirements.map(fill),
    benefits: benefits.map(fill),
  }
}

/** Fields of a position with lists, which are also the names of their headings. */
const duties = ['responsibilities', 'requirements', 'benefits'] as const

/** schema.org JobPosting. https://developers.google.com/search/docs/appearance/structured-data/job-posting */
function jobPosting(job: JobEntry, site: Site): object {
  const location = site.locations.find(({ name }) => name === job.location)
  const { remote = false, office } = location ?? {}
  const country = location?.country ?? office?.country ?? site.address?.country
  return {
    '@type': 'JobPosting',
    title: job.title,
    description: describe(job, site),
    identifier: { '@type': 'PropertyValue', name: site.name, value: job.slug },
    datePosted: job.posted,
    ...(job.closes && { validThrough: formatTimeInZone(job.closes, '23:59:59', site.timeZone) }),
    employmentType: employmentTypes[job.type].structured,
    hiringOrganization: { ...createOrganization(site), sameAs: site.url },
    ...(remote && { jobLocationType: 'TELECOMMUTE' }),
    ...(remote && country && { applicantLocationRequirements: { '@type': 'Country', name: country } }),
    ...(office && { jobLocation: { '@type': 'Place', address: createPostalAddress(office) } }),
    ...(job.salary && {
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: job.salary.currency,
        value: {
          '@type': 'QuantitativeValue',
          minValue: job.salary.min,
          maxValue: job.salary.max,
          unitText: job.salary.per.toUpperCase(),
        },
      },
    }),
    directApply: true,
    url: site.url + job.path,
  }
}

/** Returns a position's description as HTML. */
function describe(job: JobEntry, site: Site): string {
  const { body, ...lists } = fillSalary(job, site)
  const list = (name: keyof typeof lists) =>
    `<h2>${toHtml(site.labels[name])}</h2>\n<ul>\n${lists[name].map((item) => `<li>${toHtml(item)}</li>\n`).join('')}</ul>`
  return [body, ...duties.map(list)].join('\n')
}

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
