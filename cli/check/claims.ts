import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import type { Path, Range, Source } from '../content/source.ts'
import { type Figure, isSame, listFigures } from './figures.ts'
import { oncePer } from './once-per.ts'

interface Claim {
  name: string
  value: string
  figure: Figure
  /** Words of its name that say what it is about. */
  words: string[]
}

/** Words of a fact's name that stand for its kind, not for its subject. */
const KINDS = new Set([
  'time',
  'within',
  'average',
  'short',
  'length',
  'name',
  'year',
  'first',
  'the',
  'of',
  'in',
  'for',
])
/** What is said instead of a word of a name. */
const SAME: Record<string, string> = {
  answer: 'reply',
  respond: 'reply',
  response: 'reply',
  touch: 'reply',
  hear: 'reply',
}
/** How many words may stand between a figure and what it is about. */
const NEAR = 4

/**
 * A claim that copy states in other figures than facts.yaml does. Only what is written out counts: a figure
 * that comes from a fact, `{client-growth}`, is a claim of its own.
 */
export function claims({ files, facts }: ParsedFolder): Problem[] {
  return files.filter(({ slug, collection }) => collection || slug !== 'facts').flatMap(checkAgainst(facts))
}

const checkAgainst = oncePer((facts: ReadonlyMap<string, string>) => {
  const known = listClaims(facts)
  return oncePer((file: ParsedFile) => (known.length > 0 ? checkFile(file, known) : []))
})

function listClaims(facts: ReadonlyMap<string, string>): Claim[] {
  return [...facts].flatMap(([name, value]): Claim[] => {
    const [figure, ...more] = listFigures(value)
    if (!figure || more.length > 0) return []
    return [
      {
        name,
        value,
        figure,
        words: name
          .split('-')
          .filter((word) => !KINDS.has(word))
          .map(stem),
      },
    ]
  })
}

function checkFile(file: ParsedFile, known: readonly Claim[]): Problem[] {
  return listTexts(file).flatMap(({ text, range }) =>
    listFigures(text).flatMap((figure): Problem[] => {
      const about = listAbout(known, figure, text)
      const same = about.find((claim) => isSame(claim.figure, figure))
      const claim = same ?? about[0]
      if (!claim || (!same && known.some((other) => isSame(other.figure, figure)))) return []
      const [start, end] = range(figure)
      const place = { file: file.file, ...createPlaces(file.text)(start, end) }
      const token = `{${claim.name}}`
      if (same) {
        const fix = same.value === file.text.slice(start, end) ? { edits: [{ start, end, text: token }] } : undefined
        const message = `this repeats the fact "${claim.name}"`
        const help = `Write ${token}, so that it changes with the fact.`
        return [{ rule: 'fact/repeated', severity: 'warning', ...place, message, help, fix }]
      }
      return [
        {
          rule: 'fact/contradiction',
          severity: 'error',
          ...place,
          message: `this differs from the fact "${claim.name}"`,
          expected: `${token}, which is ${claim.value}`,
          found: figure.text,
          help: `Write ${token}. If it is another claim, give it a name of its own in facts.yaml.`,
        },
      ]
    }),
  )
}

/** What a figure may count: claims of the same unit, with every word of their names close to it. */
function listAbout(known: readonly Claim[], figure: Figure, text: string): Claim[] {
  const alike = known.filter(({ figure: { unit }, words }) => unit !== '' && unit === figure.unit && words.length > 0)
  if (alike.length === 0) return []
  const near = wordsAround(text, figure)
  return alike.filter(({ words }) => words.every((word) => near.has(word)))
}

/** What ends a clause; a line end inside a paragraph does not. */
const CLAUSE = /[.,;:!?()|]|\d|\n(?=\s*(?:[-*#|>]|\n))/

/** The words just before and just after a figure, within its clause. */
function wordsAround(text: string, { start, text: written }: Figure): Set<string> {
  const end = start + written.length
  const before =
    text
      .slice(Math.max(0, start - 80), start)
      .split(CLAUSE)
      .at(-1) ?? ''
  const after = text.slice(end, end + 80).split(CLAUSE)[0] ?? ''
  const words = (part: string) => part.toLowerCase().match(/[a-z][a-z'-]*/g) ?? []
  return new Set([...words(before).slice(-NEAR), ...words(after).slice(0, NEAR)].map(stem))
}

function stem(word: string): string {
  const plain = word.replace(/ies$/, 'y').replace(/(?:ing|ed|s)$/, '')
  return SAME[plain] ?? plain
}

interface Text {
  text: string
  /** Range in the file of a figure in the text. */
  range(figure: Figure): Range
}

/** Read again as it is written in the file, where a text may be folded or quoted. */
function rangeInValue(source: Source, path: Path, { text }: Figure): Range {
  const whole = source.range(path)
  const found = listFigures(source.text.slice(...whole)).find((figure) => figure.text === text)
  return found ? [whole[0] + found.start, whole[0] + found.start + text.length] : whole
}

/** What visitors read in a file, as it is written, with the names of facts still in it. */
function listTexts({ source, body }: ParsedFile): Text[] {
  const texts: Text[] = []
  const walk = (value: unknown, path: Path) => {
    if (typeof value === 'string') {
      if (/\d/.test(value) && source) texts.push({ text: value, range: (figure) => rangeInValue(source, path, figure) })
    } else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, [...path, Array.isArray(value) ? Number(key) : key])
  }
  walk(source?.rawData, [])
  if (body) {
    const { start, text } = body
    texts.push({ text, range: (figure) => [start + figure.start, start + figure.start + figure.text.length] })
  }
  return texts
}
