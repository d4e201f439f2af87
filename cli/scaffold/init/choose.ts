import { hexOf } from '@northshelf/site/theme/tokens.ts'
import { dayOf } from '../../content/publication.ts'
import { toSlug } from '../../content/slug.ts'
import { type Answers, knownServices } from './asked.ts'
import { type Choices, inQuotes } from './fill-template.ts'
import { listOf, partsLeft, TOWN } from './questions.ts'

/** Converts the answers into choices for the template. */
export function choose(answers: Required<Answers>): Choices {
  const { name, url, email, phone, postalAddress, town: where, accent, without } = answers
  const { town = '', region = '', country = '' } = TOWN.exec(where)?.groups ?? {}
  const optional = { phone, postal: postalAddress, town, region }
  return {
    has: new Set([
      ...partsLeft(without),
      ...listOf(answers.forms),
      ...Object.entries(optional).flatMap(([part, text]) => (text ? part : [])),
    ]),
    words: {
      'Your agency': inQuotes(name),
      'https://agency.example': url,
      'hello@agency.example': email,
      'tel:5550100': `tel:${phone.replace(/[^\d+]/g, '')}`,
      '555 0100': phone,
      'your address': inQuotes(postalAddress),
      'Your town': inQuotes(town),
      YR: inQuotes(region),
      BV: country,
      [hexOf('tag')]: accent,
      '2026-01-01': dayOf(),
    },
    services: listOf(answers.services).map((service, index) => {
      const slug = toSlug(service) || `service-${index + 1}`
      return {
        slug,
        words: {
          // A title needs at least four letters.
          'Your service in search': inQuotes(service.length < 4 ? `${service} services` : service),
          'Your service': inQuotes(service),
          'your-service': slug,
          'order: 10': `order: ${10 * (index + 1)}`,
          'icon: store': `icon: ${knownServices[service] ?? 'store'}`,
        },
      }
    }),
  }
}
