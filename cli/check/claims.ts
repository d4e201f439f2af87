import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import { type Figure, isSame, listFigures } from './figures.ts'
import { oncePer } from './once-per.ts'
import { listMeant, listProse } from './prose.ts'

interface Claim {
  name: string
  value: string
  figure: Figure
  /** Words of its name that say what it is about. */
  words: string[]
}

/** Words of a fact's name that stand for its kind, not for its subject. */
const KINDS = new Set(['time', 'within', 'short', 'length', 'name', 'year'])
/** How many other words may stand between a figure and what it is about: "growth of about 81%". */
const BETWEEN = 2

/**
 * A figure of facts.yaml that copy writes out, or writes differently, beside the words of its name. Only prose
 * counts: no code, address, quotation or value of a form. A figure may be another one, so both are warnings.
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
    if (!figure || figure.unit === '' || more.length > 0) return []
    const words = name.split('-').filter((word) => !KINDS.has(word))
    return words.length > 0 ? [{ name, value, figure, words: words.map(stem) }] : []
  })
}

function checkFile(file: ParsedFile, known: readonly Claim[]): Problem[] {
  const meant = listMeant(file)
  return listProse(file).flatMap(({ text, range }) =>
    listFigures(text).flatMap((figure): Problem[] => {
      const about = known.filter(({ figure: { unit }, words }) => unit === figure.unit && isBeside(words, text, figure))
      const same = about.find((claim) => isSame(claim.figure, figure))
      const claim = same ?? about[0]
      if (!claim || meant.some((other) => isSame(other, figure))) return []
      if (!same && known.some((other) => isSame(other.figure, figure))) return []
      const [start, end] = range(figure)
      const place = { severity: 'warning' as const, file: file.file, ...createPlaces(file.text)(start, end) }
      const token = `{${claim.name}}`
      const quotes = needsQuotes(file, start) ? ` Put quotes around the whole text: "… ${token} …".` : ''
      if (same) {
        const fix = same.value === file.text.slice(start, end) ? { edits: [{ start, end, text: token }] } : undefined
        const message = `this repeats the fact "${claim.name}"`
        const help = `Write ${token}, so that it changes with the fact.${quotes}`
        return [{ rule: 'fact/repeated', ...place, message, help, fix }]
      }
      return [
        {
          rule: 'fact/contradiction',
          ...place,
          message: `this differs from the fact "${claim.name}"`,
          expected: `${token}, which is ${claim.value}`,
          found: figure.text,
          help: `Write ${token}.${quotes} If it is another figure, say so in a comment: meant: ${figure.text}`,
        },
      ]
    }),
  )
}

/** Whether braces there would begin a group for YAML: in a group or list in { } [ ], and at the beginning of a text. */
function needsQuotes({ text, body }: ParsedFile, at: number): boolean {
  if (body && at >= body.start) return false
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^\s*(?:- +)*(?:[\w-]+: +)?$/.test(before) ? /\S/.test(before) : /[{[][^}\]"']*$/.test(before)
}

/** What ends a clause; a line end inside a paragraph does not. */
const CLAUSE = /[.,;:!?()|]|\d|\n(?=\s*(?:[-*#|>]|\n))/

/** Whether the words stand in a row, just before or just after a figure, in its clause. */
function isBeside(words: readonly string[], text: string, { start, text: written }: Figure): boolean {
  const end = start + written.length
  const before = wordsOf(
    text
      .slice(Math.max(0, start - 80), start)
      .split(CLAUSE)
      .at(-1),
  )
  const after = wordsOf(text.slice(end, end + 80).split(CLAUSE)[0])
  const row = words.join(' ')
  return Array.from({ length: BETWEEN + 1 }, (_, skipped) => [
    after.slice(skipped, skipped + words.length),
    before.slice(0, before.length - skipped).slice(-words.length),
  ])
    .flat()
    .some((some) => some.join(' ') === row)
}

function wordsOf(part = ''): string[] {
  return (part.toLowerCase().match(/[a-z][a-z']*/g) ?? []).map(stem)
}

function stem(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?:ing|ed|s)$/, '')
}
