import { distance } from 'fastest-levenshtein'

/** The candidate that was probably meant, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const [best] = rank(word, candidates)
  return best && best.steps <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined
}

/** The same, but only when no other can be meant: safe to put in its place. What differs in its digits is another thing. */
export function surelyMeant(word: string, candidates: Iterable<string>): string | undefined {
  const [best, second] = rank(word, candidates)
  if (!best || best.steps > Math.min(2, Math.floor(word.length / 3))) return undefined
  if (digitsOf(best.candidate) !== digitsOf(word)) return undefined
  return !second || second.steps > best.steps + 1 ? best.candidate : undefined
}

function digitsOf(word: string): string {
  return word.replace(/\D/g, '')
}

function rank(word: string, candidates: Iterable<string>): { candidate: string; steps: number }[] {
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, steps: steps(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
}

/** Letters to change; two that are swapped, the commonest slip, count as one. */
function steps(word: string, candidate: string): number {
  const swapped = word.length === candidate.length && [...word].sort().join('') === [...candidate].sort().join('')
  const least = distance(word, candidate)
  return swapped ? Math.min(1, least) : least
}
