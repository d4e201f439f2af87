import { faqs } from '@northshelf/site/collections/faq.ts'
import { testimonials } from '@northshelf/site/collections/testimonial.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { createProblemAt, createRelatedLocation } from '../diagnostics/problem.ts'
import { findDuplicates } from './helpers/find-duplicates.ts'
import { defineRules, type FieldLocation, getLocationRange } from './rule.ts'

interface Text extends FieldLocation {
  /** The text in lower case, without markup or punctuation. */
  words: string
}

export const repeatedTextRules = defineRules({
  'text/repeated': {
    means: 'A list contains the same question twice, or two testimonials have the same quote.',
    matters: 'Visitors who read the same quote from two clients trust neither.',
    bad: 'items:\n  - { question: Who owns the account?, answer: You. }\n  - { question: Who owns the account?, answer: You do. }',
    good: 'items:\n  - { question: Who owns the account?, answer: You. }\n  - { question: Who owns the photos?, answer: You do. }',
    fix: 'Remove one of them, or correct it.',
  },
}).inFolder(({ files }) => {
  const isQuestion = ({ file }: Text) => file.collection === faqs
  // Questions are compared only with questions in the same list.
  const keyOf = (text: Text) => (isQuestion(text) ? `${text.file.file}\n${text.words}` : text.words)
  return findDuplicates(files.flatMap(textsOf), keyOf).map(([text, first]) =>
    createProblemAt(text.file, getLocationRange(text), {
      rule: 'text/repeated',
      severity: 'warning',
      message: isQuestion(text) ? 'this list has the same question twice' : 'another testimonial has the same quote',
      help: 'Remove one of them, or correct it.',
      related: [createRelatedLocation(first.file, getLocationRange(first), 'first used here')],
    }),
  )
})

const textsOf = memoize((file: ParsedFile): Text[] => {
  const { collection, data } = file
  const { quote, items } = (data ?? {}) as { quote?: unknown; items?: unknown }
  const texts: [ValuePath, unknown][] =
    collection === testimonials
      ? [[['quote'], quote]]
      : collection === faqs && Array.isArray(items)
        ? items.map((item, index) => [['items', index, 'question'], item?.question])
        : []
  return texts.flatMap(([path, text]) => {
    if (typeof text !== 'string' || text.includes('TODO')) return []
    const words = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
    return words ? { file, path, words } : []
  })
})
