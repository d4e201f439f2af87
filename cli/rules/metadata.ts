import { memoize } from '../content/memoize.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createProblemAt, createRelatedLocation, type Finding, type Problem } from '../diagnostics/problem.ts'
import { findDuplicates } from './helpers/find-duplicates.ts'
import { defineRules, type FieldLocation, getLocationRange } from './rule.ts'

/** Search engines display descriptions unchanged if their length, in characters, is in this range. */
const DESCRIPTION = { least: 90, most: 160 }

interface Text extends FieldLocation {
  kind: 'title' | 'description'
  text: string
}

/** Checks the titles and descriptions that search engines display. Skips those that contain TODO. */
function meta({ files }: ParsedFolder): Problem[] {
  const { least, most } = DESCRIPTION
  const texts = files.flatMap(textsOf)
  const warn = (text: Text, finding: Finding) =>
    createProblemAt(text.file, getLocationRange(text), { ...finding, severity: 'warning' })
  const repeated = findDuplicates(texts, ({ kind, text }) => `${kind}\n${text.toLowerCase()}`).map(([text, first]) => {
    const message = `two pages have the same ${text.kind}`
    const help = 'Describe what sets this page apart from the other page.'
    const related = [createRelatedLocation(first.file, getLocationRange(first), 'first used here')]
    return warn(text, { rule: 'meta/duplicate', message, help, related })
  })
  const misfits = texts.filter(({ file, kind, text: { length } }) => {
    return file.valid && kind === 'description' && (length < least || length > most)
  })
  const lengths = misfits.map((text) => {
    const { length } = text.text
    const message = `search results would ${length < least ? 'add other text to' : 'cut off'} this description`
    const [expected, found] = [`${least} to ${most} characters`, `${length} characters`]
    return warn(text, { rule: 'meta/length', message, expected, found })
  })
  return [...repeated, ...lengths]
}

const textsOf = memoize((file: ParsedFile): Text[] => {
  const { title = [], description = '' } = file.collection?.pages ?? {}
  const data = (file.data ?? {}) as Record<string, unknown>
  const firstOf = (kind: Text['kind'], fields: readonly string[]): Text[] => {
    const field = fields.find((name) => typeof data[name] === 'string')
    const text = field ? String(data[field]).trim() : ''
    return field && text && !text.includes('TODO') ? [{ file, kind, path: [field], text }] : []
  }
  return [...firstOf('title', title), ...firstOf('description', [description])]
})

export const metadataRules = defineRules({
  'meta/duplicate': {
    means: 'Two pages have the same title or description for search results.',
    matters: 'Search engines may show only one of the pages.',
    bad: 'services/amazon-seo.yaml    metaTitle: Amazon SEO\nsolutions/amazon-seo.yaml   metaTitle: Amazon SEO',
    good: 'services/amazon-seo.yaml    metaTitle: Amazon SEO measured in orders\nsolutions/amazon-seo.yaml   metaTitle: When shoppers cannot find you',
    fix: 'Describe what sets this page apart from the other page.',
  },
  'meta/length': {
    means: 'A description is too short or too long for search results.',
    matters: 'Search engines add other text to a short one and cut off a long one.',
    bad: 'metaDescription: Sponsored ads on Amazon and Walmart, harvested and pruned every week.',
    good: 'metaDescription: Sponsored ads on Amazon and Walmart, bid to contribution margin, with search terms pruned every week.',
    fix: 'Write a sentence or two of 90 to 160 characters.',
  },
}).inFolder(meta)
