import { createClient } from '../../tests/chaos/client.ts'
import type { Submission } from '../../tests/chaos/submission.ts'

export interface LoadOptions {
  clients: number
  /** Durations in milliseconds of the warm-up, which is not measured, and of the measurement. */
  warmUp: number
  measured: number
  next(): Submission
}

export interface LoadResult {
  /** Number of acknowledged submissions, including the warm-up. */
  posts: number
  perSecond: number
  /** Milliseconds from sending a submission to receiving its response. */
  p50: number
  p99: number
  longest: number
}

/**
 * Sends submissions from concurrent clients. Each client sends the next one as soon as the previous response arrives.
 * @throws Error if a submission is not accepted
 */
export async function generateLoad(
  address: string,
  { clients, warmUp, measured, next }: LoadOptions,
): Promise<LoadResult> {
  const begin = performance.now() + warmUp
  const end = begin + measured
  const times: number[] = []
  let posts = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = createClient()
      for (let now = performance.now(); now < end; now = performance.now()) {
        const { status, text } = await client.post(address, next())
        if (status !== 202) throw new Error(`status ${status}: ${text}`)
        posts++
        const done = performance.now()
        if (done >= begin && done < end) times.push(done - now)
      }
      client.close()
    }),
  )
  times.sort((a, b) => a - b)
  const quantile = (part: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return {
    posts,
    perSecond: times.length / (measured / 1000),
    p50: quantile(0.5),
    p99: quantile(0.99),
    longest: quantile(1),
  }
}
