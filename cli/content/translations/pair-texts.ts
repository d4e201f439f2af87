import { distance } from 'fastest-levenshtein'

/** A text of the source, and its translation. */
export interface TextPair {
  from: string
  /** Empty if the text is not translated yet. */
  to: string
}

/** The translation of a text. */
export interface Translation {
  to: string
  /** Index of the pair in the translation file. */
  index: number
  /** The text that was translated, if the source has changed since then. */
  outdated?: string
}

export interface TextPairing {
  /** Translations by text of the source. Texts without a translation are not in it. */
  translations: ReadonlyMap<string, Translation>
  /** Indexes of pairs whose text the source no longer contains. */
  unused: number[]
}

/**
 * Finds the translation of each text. Order does not matter, so texts can move. A text without a pair counts as
 * changed, not new, if the translation file has a pair without a text in the same position, that is, after the same
 * unchanged text.
 * @param texts the texts of the source, in order
 * @param pairs the pairs of the translation file, in order
 */
export function pairTexts(texts: readonly string[], pairs: readonly TextPair[]): TextPairing {
  const all = new Set(texts)
  const translations = new Map<string, Translation>()
  for (const [index, { from, to }] of pairs.entries())
    if (all.has(from) && to !== '' && !translations.has(from)) translations.set(from, { to, index })
  const named = new Set(pairs.map(({ from }) => from))
  const newTexts = groupByPredecessor([...all], (text) => (named.has(text) ? text : undefined))
  const oldPairs = groupByPredecessor([...pairs.entries()], ([, { from }]) => (all.has(from) ? from : undefined))
  const unused: number[] = []
  for (const [place, candidates] of oldPairs) {
    const changed = newTexts.get(place) ?? []
    const isRewritten = changed.length === candidates.length
    for (const [position, [index, { from, to }]] of candidates.entries()) {
      const text = isRewritten ? changed[position] : findSimilar(from, changed, translations)
      if (text === undefined) unused.push(index)
      else if (to !== '') translations.set(text, { to, index, outdated: from })
    }
  }
  return { translations, unused }
}

/** Groups the items without a counterpart by the counterpart of the last item before them that has one. */
function groupByPredecessor<T>(items: readonly T[], findCounterpart: (item: T) => string | undefined) {
  const groups = new Map<string | undefined, T[]>()
  let place: string | undefined
  for (const item of items) {
    const counterpart = findCounterpart(item)
    if (counterpart !== undefined) place = counterpart
    else groups.set(place, [...(groups.get(place) ?? []), item])
  }
  return groups
}

/** Number of characters to compare. Comparing takes time proportional to the square of this number. */
const MAX_COMPARED = 400

/** Returns the text that is most similar to an old one, if at least half of the letters are the same. */
function findSimilar(old: string, texts: readonly string[], taken: ReadonlyMap<string, Translation>) {
  const start = old.slice(0, MAX_COMPARED)
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const text of texts) {
    const other = text.slice(0, MAX_COMPARED)
    const changes = taken.has(text) ? Number.POSITIVE_INFINITY : distance(start, other)
    if (changes < least && changes <= Math.max(start.length, other.length) / 2) [best, least] = [text, changes]
  }
  return best
}
