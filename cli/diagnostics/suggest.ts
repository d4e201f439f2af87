import { distance } from 'fastest-levenshtein'

/** Maximum length of words in which only one typo is accepted, because two would match almost any word. */
const SHORT = 3

/** Returns a question such as `Did you mean blog?`; undefined if no candidate is similar. */
export function suggestCorrection(word: string, candidates: Iterable<string>): string | undefined {
  const meant = findNearestWord(word, candidates)
  return meant && `Did you mean ${meant}?`
}

/**
 * Returns the most similar candidate, or the only one that starts with the word, such as monday for mon; undefined if
 * no candidate is similar enough.
 */
export function findNearestWord(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates]
  const [best] = rank(word, all)
  const most = word.length <= SHORT ? 1 : Math.max(2, Math.floor(word.length / 3))
  if (best && best.steps <= most) return best.candidate
  const longer = all.filter((candidate) => candidate.toLowerCase().startsWith(word.toLowerCase()))
  return word.length >= SHORT && longer.length === 1 ? longer[0] : undefined
}

/** Returns the candidate that can safely replace the word: the only similar one, if it contains the same digits. */
export function findSafeCorrection(word: string, candidates: Iterable<string>): string | undefined {
  const [best, second] = rank(word, candidates)
  if (!best || best.steps > Math.min(2, Math.floor(word.length / 3))) return undefined
  const digitsOf = (text: string) => text.replace(/\D/g, '')
  if (digitsOf(best.candidate) !== digitsOf(word)) return undefined
  return !second || second.steps > best.steps + 1 ? best.candidate : undefined
}

function rank(word: string, candidates: Iterable<string>): { candidate: string; steps: number }[] {
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, steps: countEdits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
}

/** Returns the edit distance. Swapped letters, the most frequent typo, count as one edit. */
function countEdits(word: string, candidate: string): number {
  const swapped = word.length === candidate.length && [...word].sort().join('') === [...candidate].sort().join('')
  const least = distance(word, candidate)
  return swapped ? Math.min(1, least) : least
}
