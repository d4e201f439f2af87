import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { siteSchema } from '@northshelf/site/entries/site.ts'
import { getDayInZone } from '@northshelf/site/entries/time-zone.ts'
import { formatPhoneLink } from '@northshelf/site/schema/phone-link.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { toSlug } from '../../content/slug.ts'
import { templateFolder } from '../../paths.ts'
import { type Answers, knownServices } from './question-texts.ts'
import { listChosenParts, parseList, TOWN_PATTERN } from './questions.ts'

/** The placeholder service. Its file, and every line that contains its name, is repeated for each service. */
const SERVICE = 'your-service'

/** Returns a new content folder's files, keyed by path. */
export function fillTemplate(answers: Required<Answers>): Map<string, string> {
  const { has, words, services } = createTemplateInput(answers)
  const files = readdirSync(templateFolder, { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file))
  return new Map(
    files.sort().flatMap((file) => {
      const text = removeUnchosen(readFileSync(path.join(templateFolder, file), 'utf8'), has)
      if (text === undefined) return []
      const name = file.replaceAll(path.sep, '/')
      if (name.includes(SERVICE))
        return services.map(
          (own) => [name.replace(SERVICE, own.slug), fillPlaceholders(text, { ...words, ...own.words })] as const,
        )
      const lines = text.split('\n').flatMap((line) => {
        return line.includes(SERVICE)
          ? services.map((own) => fillPlaceholders(line, own.words))
          : fillPlaceholders(line, words)
      })
      return [[name, lines.join('\n')] as const]
    }),
  )
}

function createTemplateInput(answers: Required<Answers>) {
  const { name, url, email, phone, postalAddress, town: where, country: jobCountry, accent, without } = answers
  const { town = '', region = '', country = '' } = TOWN_PATTERN.exec(where)?.groups ?? {}
  const international = siteSchema.shape.phone.safeParse(phone).success ? phone : ''
  const optional = { phone, international, postal: postalAddress, town, region }
  return {
    /** Names of the chosen parts, forms and answers. Template lines may be conditional on them. */
    has: new Set<string>([
      ...listChosenParts(without),
      ...parseList(answers.forms),
      ...Object.entries(optional).flatMap(([part, text]) => (text ? part : [])),
    ]),
    /** Replacements for phrases in the template, escaped for use inside double quotes. */
    words: {
      'Your company': escapeForQuotes(name),
      'https://company.example': url,
      'hello@company.example': email,
      'tel:+15550100': formatPhoneLink(phone),
      '+1 555 0100': phone,
      'your address': escapeForQuotes(postalAddress),
      'Your town': escapeForQuotes(town),
      YR: escapeForQuotes(region),
      BV: country,
      HM: jobCountry,
      [getHexColor('tag')]: accent,
      '2026-01-01': getDayInZone(new Date()),
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
          'icon: check': `icon: ${knownServices[service] ?? 'check'}`,
        },
      }
    }),
  }
}

/**
 * Removes parts that were not chosen. `# only with jobs` applies to the whole file, `# if jobs or blog` to the lines up
 * to `# end`; in Markdown these are HTML comments. Returns undefined if the whole file is removed.
 */
function removeUnchosen(text: string, has: ReadonlySet<string>): string | undefined {
  const [only, part = ''] = /^# only with (\w+)\n/m.exec(text) ?? []
  if (only && !has.has(part)) return undefined
  const open: boolean[] = []
  const kept = text
    .replace(only ?? '', '')
    .split('\n')
    .filter((line) => {
      const mark = /^ *(?:#|<!--) (if [a-z ]+?|end)(?: -->)?$/.exec(line)?.[1]
      if (mark === undefined) return open.every(Boolean)
      const names = mark.slice('if '.length).split(' or ')
      if (mark === 'end') open.pop()
      else open.push(names.some((name) => has.has(name)))
      return false
    })
  return kept.join('\n').replace(/\n{3,}/g, '\n\n')
}

/** Replaces all phrases in one pass, so phrases inside answers are not replaced. */
function fillPlaceholders(text: string, words: Readonly<Record<string, string>>): string {
  const names = Object.keys(words).map((word) => word.replace(/[.+]/g, '\\$&'))
  return text.replace(new RegExp(names.join('|'), 'g'), (word) => words[word] ?? word)
}

/** Escapes a string for use inside double quotes. Also escapes braces, which would be read as facts. */
function escapeForQuotes(text: string): string {
  return JSON.stringify(text.replace(/\{(?=[a-z][a-z0-9-]*\})/g, '\\{')).slice(1, -1)
}
