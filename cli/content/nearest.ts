import { distance } from 'fastest-levenshtein'

/** The candidate that was probably meant, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const steps = distance(word.toLowerCase(), candidate.toLowerCase())
    if (steps < least) {
      least = steps
      best = candidate
    }
  }
  return best
}
