import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** For fewer files threads take longer to load and to get warm than they save: measured with 1,000 articles. */
const WORTH_THREADS = 2000

/** Does the same with many inputs, a few of them at a time. */
export interface Threads<Input, Output> {
  run(inputs: readonly Input[]): Promise<Output[]>
  end(): Promise<void>
}

/**
 * As many threads as there are cores, for so many inputs; undefined where one is quicker, and where the tool is not
 * compiled, because then there is no program for them.
 * @param name of the program, a source of its own in `compileCli` (cli/build/bundle.mjs); its default export takes
 * inputs and returns outputs
 * @param setup what it finds as `Tinypool.workerData`
 */
export async function startThreads<Input, Output>(
  name: string,
  setup: unknown,
  count: number,
): Promise<Threads<Input, Output> | undefined> {
  const filename = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  const threads = availableParallelism()
  if (count < WORTH_THREADS || threads === 1 || !existsSync(filename)) return undefined
  const { default: Tinypool } = await import('tinypool')
  const pool = new Tinypool({ filename, workerData: setup, minThreads: threads, maxThreads: threads })
  return { run: (inputs) => pool.run(inputs), end: () => pool.destroy() }
}
