import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { oncePer } from './once-per.ts'
import { defineRules } from './rule.ts'

/** Search results cut off what is longer, and fill up what is shorter with words of their own choice. In characters. */
const DESCRIPTION = { least: 90, most: 160 }

interface Said {
  file: ParsedFile
  kind: 'title' | 'description'
  field: string
  text: string
}

/** What search results say of the pages: each its own, and as long as it is shown. What is still to be written is left alone. */
export function meta({ files }: ParsedFolder): Problem[] {
  const seen = new Map<string, Said>()
  return files.flatMap(saidBy).flatMap((said): Problem[] => {
    const { kind, text } = said
    const key = `${kind}\n${text.toLowerCase()}`
    const first = seen.get(key)
    seen.set(key, first ?? said)
    const problems: Problem[] = []
    if (first) {
      const { length: _, ...place } = placeOf(first)
      problems.push({
        ...{ rule: 'meta/duplicate', severity: 'warning', file: said.file.file, ...placeOf(said) },
        message: `two pages have the same ${kind}`,
        help: 'Say what is on this page and not on the other.',
        related: [{ file: first.file.file, ...place, message: 'the other one' }],
      })
    }
    if (
      said.file.valid &&
      kind === 'description' &&
      (text.length < DESCRIPTION.least || text.length > DESCRIPTION.most)
    ) {
      problems.push({
        ...{ rule: 'meta/length', severity: 'warning', file: said.file.file, ...placeOf(said) },
        message: `search results would ${text.length < DESCRIPTION.least ? 'add words of their own to' : 'cut off'} this description`,
        expected: `${DESCRIPTION.least} to ${DESCRIPTION.most} characters`,
        found: `${text.length} characters`,
      })
    }
    return problems
  })
}

const saidBy = oncePer((file: ParsedFile): Said[] => {
  const { title = [], description = '' } = file.collection?.pages ?? {}
  const data = (file.data ?? {}) as Record<string, unknown>
  const said = (kind: Said['kind'], fields: readonly string[]): Said[] => {
    const field = fields.find((name) => typeof data[name] === 'string')
    const text = field ? String(data[field]).trim() : ''
    return field && text && !text.includes('TODO') ? [{ file, kind, field, text }] : []
  }
  return [...said('title', title), ...said('description', [description])]
})

function placeOf({ file, field }: Said) {
  return file.source?.locate([field]) ?? { line: 1, column: 1, length: 1 }
}

export const metaRules = defineRules({
  'meta/duplicate': {
    means: 'Two pages have the same title or description for search results.',
    matters: 'Search engines show one of them and drop the other.',
    bad: 'services/amazon-seo.yaml    metaTitle: Amazon SEO\nsolutions/amazon-seo.yaml   metaTitle: Amazon SEO',
    good: 'services/amazon-seo.yaml    metaTitle: Amazon SEO measured in orders\nsolutions/amazon-seo.yaml   metaTitle: When shoppers cannot find you',
    fix: 'Say what is on this page and not on the other.',
  },
  'meta/length': {
    means: 'A description is shorter or longer than search results show.',
    matters: 'A short one is filled up with scraps of the page, a long one ends in the middle.',
    bad: 'metaDescription: Sponsored ads on Amazon and Walmart, harvested and pruned every week.',
    good: 'metaDescription: Sponsored ads on Amazon and Walmart, bid to contribution margin, with search terms pruned every week.',
    fix: 'Write a sentence or two of 90 to 160 characters.',
  },
}).inFolder(meta)
