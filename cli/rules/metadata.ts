import { descriptionLength } from '@northshelf/site/schema/text.ts'
import { getSectionDefinition } from '@northshelf/site/sections/definition.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { listMarkValues } from '../content/schema/walk-schema.ts'
import { createProblemAt, type ProblemDetails } from '../diagnostics/problem.ts'
import { createDuplicateProblem, defineRules, type FieldLocation, findDuplicates, getLocationRange } from './rule.ts'

const { min, max } = descriptionLength

interface Text extends FieldLocation {
  kind: 'title' | 'description'
  text: string
}

/** Checks the titles and descriptions that search engines display. Skips unlisted pages, and texts with TODO. */
export const metadataRules = defineRules({
  'meta/duplicate': {
    means: 'Two pages have the same title or description for search results.',
    matters: 'Search engines may show only one of the pages.',
    bad: 'services/piano.yaml    metaTitle: Piano lessons\nservices/adults.yaml   metaTitle: Piano lessons',
    good: 'services/piano.yaml    metaTitle: Piano lessons for children\nservices/adults.yaml   metaTitle: Piano lessons for adults',
    fix: 'Describe what sets this page apart from the other page.',
  },
  'meta/length': {
    means: 'A description is too short or too long for search results.',
    matters: 'Search engines may show other text of the page instead of a short one, and cut off a long one.',
    bad: 'metaDescription: Piano and guitar lessons for children, with one teacher all the year.',
    good: 'metaDescription: Piano and guitar lessons for children from six, with one teacher all the year and a concert in the summer.',
    fix: 'Write a sentence or two of 90 to 160 characters.',
  },
}).inFolder(({ files }) => {
  const texts = files.flatMap(textsOf)
  const repeated = findDuplicates(texts, ({ kind, text }) => `${kind}\n${text.toLowerCase()}`).map(([text, first]) => {
    const message = `two pages have the same ${text.kind}`
    const help = 'Describe what sets this page apart from the other page.'
    return createDuplicateProblem(text, first, { rule: 'meta/duplicate', severity: 'warning', message, help })
  })
  const lengths = texts.flatMap((text) => {
    const { length } = text.text
    if (!text.file.valid || text.kind !== 'description' || (length >= min && length <= max)) return []
    const message =
      length < min
        ? 'this description is so short that search engines may show other text of the page instead'
        : 'this description is so long that search results would cut it off'
    const expected = `${min} to ${max} characters`
    const found = `${length} characters`
    const details: ProblemDetails = { rule: 'meta/length', severity: 'warning', message, expected, found }
    return createProblemAt(text.file, getLocationRange(text), details)
  })
  return [...repeated, ...lengths]
})

const textsOf = memoize((file: ParsedFile): Text[] => {
  const { title = [], description = '', isOptional } = file.collection?.pages ?? {}
  const data = (file.data ?? {}) as Record<string, unknown>
  if (data.unlisted || (isOptional && typeof data[description] !== 'string')) return []
  const firstOf = (kind: Text['kind'], fields: readonly string[]): Text[] => {
    const field = fields.find((name) => typeof data[name] === 'string')
    const text = field ? String(data[field]).trim() : ''
    return field && text && !text.includes('TODO') ? [{ file, kind, path: [field], text }] : []
  }
  return [...firstOf('title', title), ...firstOf('description', [description])]
})

export const headingRules = defineRules({
  'page/heading': {
    means: 'A page has no hero, or more than one. The hero contains the main heading.',
    matters: 'Search engines and screen readers expect one main heading per page.',
    bad: 'sections:\n  - { type: hero, … }\n  - { type: hero, … }',
    good: 'sections:\n  - { type: hero, … }\n  - { type: partner, … }',
    fix: 'Start the page with one hero, and use other sections below it.',
  },
}).inFile(({ source, data, valid, schema }) => {
  const { sections } = (data ?? {}) as { sections?: unknown }
  // The schema of sections below another heading allows no hero.
  if (!source || !Array.isArray(sections) || listMarkValues(schema, 'hasOwnHeading').length > 0) return []
  const heroes = sections.flatMap((section, index) => (getSectionDefinition(section?.type).opening ? [index] : []))
  const rule = 'page/heading'
  // Skip invalid pages, because an invalid section may be the hero.
  if (heroes.length === 0 && valid) {
    const help = 'Start the page with a section of type hero.'
    const details = { rule, message: 'this page has no heading', help }
    return [createProblemAt(source, source.range(['sections'], 'key'), details)]
  }
  return heroes.slice(1).map((index) => {
    const message = 'this page already has a hero, which contains its heading'
    const help = 'Use another section type: "partner" also has a heading, text, buttons and a drawing.'
    return createProblemAt(source, source.range(['sections', index, 'type']), { rule, message, help })
  })
})
