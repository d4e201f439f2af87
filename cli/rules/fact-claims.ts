import { memoize } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { findLineStart } from '../diagnostics/location.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { listAllowedQuantities, listProse, listQuantities, type Quantity } from './helpers/prose.ts'
import { defineRules } from './rule.ts'

/** Words in fact names that do not identify the subject; `reply-time`, for example, is about replies. */
const GENERIC_WORDS = new Set(['time', 'within', 'short', 'length', 'name', 'year'])

/**
 * Finds quantities in prose that repeat or contradict a fact and are near words from the fact's name. Ignores code,
 * addresses, quotations and form values. All problems are warnings, because a match may be a coincidence.
 */
export const factClaimRules = defineRules({
  'fact/contradiction': {
    means:
      "Text seems to contradict a fact: near words from the fact's name, it gives a different figure with the same unit.",
    matters: 'Contradictory promises cost trust, and clients may hold you to either one.',
    bad: 'text: 82% profit growth   # facts.yaml: profit-growth: 81%',
    good: 'text: "{profit-growth} profit growth"',
    fix: 'Write {name}. This is only a warning, because the figure may describe something else, such as one client. In that case, add a comment (# meant: 60% in fields, <!-- meant: 60% --> in Markdown) or add the figure to facts.yaml.',
  },
  'fact/repeated': {
    means: 'Text spells out a figure that facts.yaml defines.',
    matters: 'If the fact changes, this text will still show the old figure.',
    bad: 'We reply within 24-48 hours.',
    good: 'We reply within {reply-time}.',
    fix: 'Write the name of the fact in braces, or run --fix. If the figures match by coincidence, add a comment: # meant: 24-48 hours.',
  },
}).inFile((file, facts) => {
  const known = listClaims(facts)
  if (known.length === 0 || (!file.collection && file.slug !== 'site')) return []
  const allowed = listAllowedQuantities(file)
  return listProse(file).flatMap(({ text, range: rangeOf }) => {
    const lower = text.toLowerCase()
    // Speeds up the check: text about a fact contains every stem in the fact's name, though a stem's last letter may be
    // missing.
    const named = known.filter(({ words }) => words.every((word) => lower.includes(word.slice(0, -1))))
    if (named.length === 0) return []
    return listQuantities(text).flatMap((quantity) => {
      const alike = named.filter((claim) => claim.quantity.unit === quantity.unit)
      if (alike.length === 0) return []
      const beside = wordsBeside(text, quantity)
      const isEqual = ({ unit, low, high }: Quantity) =>
        unit === quantity.unit && low === quantity.low && high === quantity.high
      const about = alike.filter(({ words }) => isBeside(words, beside))
      const same = about.find((claim) => isEqual(claim.quantity))
      const claim = same ?? about[0]
      if (!claim || allowed.some(isEqual) || (!same && known.some((other) => isEqual(other.quantity)))) return []
      const range = rangeOf(quantity)
      const token = `{${claim.name}}`
      const quotes = needsQuotes(file, range[0]) ? ` Put quotes around the whole text: "… ${token} …".` : ''
      if (same) {
        const message = `this figure repeats the fact "${claim.name}"`
        const help = `Write ${token}, so that it changes with the fact.${quotes}`
        const fix = same.value === file.text.slice(...range) ? token : undefined
        return createProblemAt(file, range, { rule: 'fact/repeated', severity: 'warning', message, help }, fix)
      }
      return createProblemAt(file, range, {
        rule: 'fact/contradiction',
        severity: 'warning',
        message: `this figure differs from the fact "${claim.name}"`,
        expected: `${token}, which is ${claim.value}`,
        found: quantity.text,
        help: `Write ${token}.${quotes} If the figure describes something else, add the comment "meant: ${quantity.text}".`,
      })
    })
  })
})

/** Lists the facts that are quantities, with the stems of the words in their names that identify the subject. */
const listClaims = memoize((facts: ReadonlyMap<string, string>) => {
  return [...facts].flatMap(([name, value]) => {
    const [quantity, ...more] = listQuantities(value)
    if (!quantity || quantity.unit === '' || more.length > 0) return []
    const words = name.split('-').filter((word) => !GENERIC_WORDS.has(word))
    return words.length > 0 ? [{ name, value, quantity, words: words.map(stem) }] : []
  })
})

/** Reports whether YAML would parse braces at this position as a map: inside { } or [ ], or at the start of a value. */
function needsQuotes({ text, body }: ParsedFile, at: number): boolean {
  if (body && at >= body.start) return false
  const before = text.slice(findLineStart(text, at), at)
  return /^\s*(?:- +)*(?:[\w-]+: +)?$/.test(before) ? /\S/.test(before) : /[{[][^{[}\]"']*$/.test(before)
}

const CLAUSE = /[.,;:!?()|]|\d|\n(?=\s*(?:[-*#|>]|\n))/

function wordsBeside(text: string, { start, text: { length } }: Quantity): { before: string[]; after: string[] } {
  const end = start + length
  const before = text
    .slice(Math.max(0, start - 80), start)
    .split(CLAUSE)
    .at(-1)
  return { before: wordsOf(before), after: wordsOf(text.slice(end, end + 80).split(CLAUSE)[0]) }
}

/** Reports whether the words occur in sequence near the quantity. */
function isBeside(words: readonly string[], { before, after }: ReturnType<typeof wordsBeside>): boolean {
  const isAt = (row: readonly string[], from: number) => words.every((word, index) => row[from + index] === word)
  // Up to two words may stand between a quantity and its subject, as in "growth of about 81%".
  return [0, 1, 2].some((others) => isAt(after, others) || isAt(before, before.length - others - words.length))
}

function wordsOf(part = ''): string[] {
  return (part.toLowerCase().match(/[a-z][a-z']*/g) ?? []).map(stem)
}

function stem(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?:ing|ed|s)$/, '')
}
