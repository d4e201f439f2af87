import type { Written } from '../collections/content.ts'
import type { Job } from '../collections/job.ts'
import type { Site } from '../collections/site.ts'
import { jobTexts } from './job-texts.ts'

const TYPES = { 'Full-time': 'FULL_TIME', 'Part-time': 'PART_TIME', Contract: 'CONTRACTOR' }

/** schema.org JobPosting. https://developers.google.com/search/docs/appearance/structured-data/job-posting */
export function jobPosting(job: Written<Job>, path: string, site: Site): object {
  const { remote = false, office } = site.locations.find(({ name }) => name === job.location) ?? {}
  const country = office?.country ?? site.address?.country
  return {
    '@type': 'JobPosting',
    title: job.title,
    description: describe(job, site),
    identifier: { '@type': 'PropertyValue', name: site.name, value: job.slug },
    datePosted: job.posted,
    ...(job.closes && { validThrough: `${job.closes}T23:59:59` }),
    employmentType: TYPES[job.type],
    hiringOrganization: { '@type': 'Organization', name: site.name, sameAs: site.url },
    ...(remote && { jobLocationType: 'TELECOMMUTE' }),
    ...(remote && country && { applicantLocationRequirements: { '@type': 'Country', name: country } }),
    ...(office && {
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          addressLocality: office.locality,
          ...(office.region && { addressRegion: office.region }),
          addressCountry: office.country,
        },
      },
    }),
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: job.salary.currency,
      value: { '@type': 'QuantitativeValue', minValue: job.salary.min, maxValue: job.salary.max, unitText: 'YEAR' },
    },
    directApply: true,
    url: site.url + path,
  }
}

/** All that the page says of the position, as HTML. */
function describe(job: Written<Job>, { labels }: Site): string {
  const { body, ...lists } = jobTexts(job)
  const list = (name: keyof typeof lists) =>
    `<h2>${html(labels[name])}</h2>\n<ul>\n${lists[name].map((item) => `<li>${html(item)}</li>\n`).join('')}</ul>`
  return [body, list('responsibilities'), list('requirements'), list('benefits')].join('\n')
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
