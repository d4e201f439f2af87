import { faqs } from '@northshelf/site/collections/faq.ts'
import { testimonials } from '@northshelf/site/collections/testimonial.ts'
import { oncePer } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Path } from '../content/yaml/source.ts'
import type { Range } from '../diagnostics/location.ts'
import { problemAt, relatedAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

interface Said {
  file: ParsedFile
  path: Path
  /** The text without markup and punctuation, in lower case. */
  words: string
}

export const repeatedTextRules = defineRules({
  'text/repeated': {
    means: 'A list asks the same question twice, or two testimonials have the same quote.',
    matters: 'Visitors who read the same words of two clients believe neither.',
    bad: 'items:\n  - { question: Who owns the account?, answer: You. }\n  - { question: Who owns the account?, answer: You do. }',
    good: 'items:\n  - { question: Who owns the account?, answer: You. }\n  - { question: Who owns the photos?, answer: You do. }',
    fix: 'Remove one of them, or write what was meant there.',
  },
}).inFolder(({ files }) => {
  const first = new Map<string, Said>()
  return files.flatMap(textsOf).flatMap((said) => {
    const { file, words } = said
    const isQuestion = file.collection === faqs
    const key = isQuestion ? `${file.file}\n${words}` : words
    const other = first.get(key)
    if (!other) {
      first.set(key, said)
      return []
    }
    return problemAt(file, rangeOf(said), {
      rule: 'text/repeated',
      severity: 'warning',
      message: isQuestion ? 'this list asks the same question twice' : 'another testimonial has the same quote',
      help: 'Remove one of them, or write what was meant here.',
      related: [relatedAt(other.file, rangeOf(other), 'the first time')],
    })
  })
})

const textsOf = oncePer((file: ParsedFile): Said[] => {
  const { collection, data } = file
  const { quote, items } = (data ?? {}) as { quote?: unknown; items?: unknown }
  const texts: [Path, unknown][] =
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

function rangeOf({ file, path }: Said): Range {
  return file.source?.range(path) ?? [0, 1]
}
