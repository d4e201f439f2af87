import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RenderInput } from '../../src/vike/render-input.ts'
import { createPageMaker, type MadePage, type PageSetup } from './page-maker.ts'

/** Fewer pages are made before threads have loaded React. */
const WORTH_THREADS = 400

export interface PageMakers {
  make(inputs: readonly RenderInput[]): Promise<MadePage[]>
  end(): Promise<void>
}

/** Makes so many pages: here, or on as many threads as there are cores. */
export async function startPageMakers(setup: PageSetup, count: number): Promise<PageMakers> {
  // Only the compiled tool has a program for them.
  const program = fileURLToPath(new URL('./page-thread.js', import.meta.url))
  const threads = availableParallelism()
  if (count < WORTH_THREADS || threads === 1 || !existsSync(program)) {
    const make = await createPageMaker(setup)
    return { make: (inputs) => Promise.all(inputs.map(make)), async end() {} }
  }
  const { default: Tinypool } = await import('tinypool')
  const pool = new Tinypool({ filename: program, workerData: setup, minThreads: threads, maxThreads: threads })
  return { make: (inputs) => pool.run(inputs), end: () => pool.destroy() }
}
