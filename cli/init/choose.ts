import { dayOf } from '../content/publication.ts'
import { toSlug } from '../content/slug.ts'
import { exit, Failure } from '../report/failure.ts'
import type { Answers } from './asked.ts'
import { type Choices, inQuotes } from './fill-template.ts'
import { knownServices } from './parts.ts'
import { listOf, partsLeft, TOWN, whyNot } from './questions.ts'

/** What the answers make of the template. @throws Failure with exit code 2 when two of them do not go together */
export function choose(answers: Required<Answers>): Choices {
  const { name, url, email, phone, postalAddress, town: where, without } = answers
  const [parts, forms] = [partsLeft(without), listOf(answers.forms)]
  const lost = forms.map((form) => whyNot(form, without)).find(Boolean)
  const fault = lost ?? (parts.includes('jobs') && !forms.includes('application') ? 'jobs need application' : undefined)
  if (fault) throw new Failure(`--forms "${answers.forms}" does not go with the parts: ${fault}.`, exit.usage)
  const { town = '', region = '', country = '' } = TOWN.exec(where)?.groups ?? {}
  const said = { phone, postal: postalAddress, town, region }
  return {
    has: new Set([...parts, ...forms, ...Object.entries(said).flatMap(([part, text]) => (text ? part : []))]),
    words: {
      'Your agency': inQuotes(name),
      'your agency': inQuotes(shorten(name)),
      'https://agency.example': url,
      'hello@agency.example': email,
      'tel:5550100': `tel:${phone.replace(/[^\d+]/g, '')}`,
      '555 0100': phone,
      'your address': inQuotes(postalAddress),
      'Your town': inQuotes(town),
      YR: inQuotes(region),
      YC: country,
      '2026-01-01': dayOf(),
    },
    services: listOf(answers.services).map((service, index) => {
      const slug = toSlug(service) || `service-${index + 1}`
      return {
        slug,
        words: {
          'Your service': inQuotes(service),
          'your-service': slug,
          'order: 10': `order: ${10 * (index + 1)}`,
          'icon: store': `icon: ${knownServices[service] ?? 'store'}`,
        },
      }
    }),
  }
}

/** A logo has room for 30 characters. */
function shorten(name: string): string {
  return name.length <= 30
    ? name
    : name
        .slice(0, 31)
        .replace(/\s+\S*$/, '')
        .slice(0, 30)
}
