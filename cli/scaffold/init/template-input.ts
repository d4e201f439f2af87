import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { formatUtcDate } from '../../content/publication.ts'
import { toSlug } from '../../content/slug.ts'
import { escapeForQuotes, type TemplateInput } from './fill-template.ts'
import { type Answers, knownServices } from './question-texts.ts'
import { listChosenParts, parseList, TOWN_PATTERN } from './questions.ts'

/** Converts the answers into choices for the template. */
export function createTemplateInput(answers: Required<Answers>): TemplateInput {
  const { name, url, email, phone, postalAddress, town: where, accent, without } = answers
  const { town = '', region = '', country = '' } = TOWN_PATTERN.exec(where)?.groups ?? {}
  const optional = { phone, postal: postalAddress, town, region }
  return {
    has: new Set([
      ...listChosenParts(without),
      ...parseList(answers.forms),
      ...Object.entries(optional).flatMap(([part, text]) => (text ? part : [])),
    ]),
    words: {
      'Your agency': escapeForQuotes(name),
      'https://agency.example': url,
      'hello@agency.example': email,
      'tel:5550100': `tel:${phone.replace(/[^\d+]/g, '')}`,
      '555 0100': phone,
      'your address': escapeForQuotes(postalAddress),
      'Your town': escapeForQuotes(town),
      YR: escapeForQuotes(region),
      BV: country,
      [getHexColor('tag')]: accent,
      '2026-01-01': formatUtcDate(),
    },
    services: parseList(answers.services).map((service, index) => {
      const slug = toSlug(service) || `service-${index + 1}`
      return {
        slug,
        words: {
          // Extend short names, because titles need at least four letters.
          'Your service in search': escapeForQuotes(service.length < 4 ? `${service} services` : service),
          'Your service': escapeForQuotes(service),
          'your-service': slug,
          'order: 10': `order: ${10 * (index + 1)}`,
          'icon: store': `icon: ${knownServices[service] ?? 'store'}`,
        },
      }
    }),
  }
}
