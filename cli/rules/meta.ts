import { oncePer } from '../content/memoize.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Range } from '../diagnostics/location.ts'
import { type Finding, type Problem, problemAt, relatedAt } from '../diagnostics/problem.ts'
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
function meta({ files }: ParsedFolder): Problem[] {
  const { least, most } = DESCRIPTION
  const seen = new Map<string, Said>()
  return files.flatMap(saidBy).flatMap((said): Problem[] => {
    const { kind, text } = said
    const key = `${kind}\n${text.toLowerCase()}`
    const first = seen.get(key)
    seen.set(key, first ?? said)
    const problems: Problem[] = []
    const warn = (finding: Finding) =>
      problems.push(problemAt(said.file, rangeOf(said), { ...finding, severity: 'warning' }))
    if (first) {
      const message = `two pages have the same ${kind}`
      const help = 'Say what is on this page and not on the other.'
      const related = [relatedAt(first.file, rangeOf(first), 'the other one')]
      warn({ rule: 'meta/duplicate', message, help, related })
    }
    if (said.file.valid && kind === 'description' && (text.length < least || text.length > most)) {
      const harm = text.length < least ? 'add words of their own to' : 'cut off'
      const message = `search results would ${harm} this description`
      const [expected, found] = [`${least} to ${most} characters`, `${text.length} characters`]
      warn({ rule: 'meta/length', message, expected, found })
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

function rangeOf({ file, field }: Said): Range {
  return file.source?.range([field]) ?? [0, 1]
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
