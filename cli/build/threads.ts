import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ResourceLimits } from 'node:worker_threads'

export interface ThreadOptions {
  /** Data that each thread receives when it starts. */
  workerData: unknown
  /** Number of threads; by default, one per core. */
  threads?: number
  /** Number of tasks that a thread runs concurrently. */
  concurrentTasksPerWorker?: number
  resourceLimits?: ResourceLimits
}

/**
 * Starts threads that run the default export of a compiled module. Returns undefined if there is only one core, where
 * threads save no time, or if the tool runs from source, because threads need compiled code.
 */
export async function startThreads(entry: 'page-thread' | 'card-thread', { threads, ...options }: ThreadOptions) {
  const filename = fileURLToPath(new URL(`./${entry}.js`, import.meta.url))
  const cores = availableParallelism()
  if (cores === 1 || !existsSync(filename)) return undefined
  const { default: Tinypool } = await import('tinypool')
  return new Tinypool({ filename, minThreads: threads ?? cores, maxThreads: threads ?? cores, ...options })
}
