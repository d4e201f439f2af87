import type { Readable } from 'node:stream'
import { Problem } from '../http/problem.ts'
import type { Draft, RandomAccessFile, Store } from '../store/store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * A draft that is created when the first file arrives or, without files, when the submission is stored. Converts disk
 * errors to problems.
 */
export class LazyDraft {
  readonly #store: Store
  #draft: Promise<Draft> | undefined

  constructor(store: Store) {
    this.#store = store
  }

  open(): Promise<Draft> {
    this.#draft ??= this.#store.draft().catch(throwStorageProblem)
    return this.#draft
  }

  async keep(source: Readable) {
    const draft = await this.open()
    return draft.write(source).catch(throwStorageProblem)
  }

  /** Opens a stored file, runs `inspect` on it and closes it. */
  async inspect<T>(file: string, inspect: (content: RandomAccessFile) => Promise<T>): Promise<T> {
    const content = await (await this.open()).open(file).catch(throwStorageProblem)
    try {
      return await inspect(content).catch(throwStorageProblem)
    } finally {
      await content.close()
    }
  }

  /** Deletes the draft unless it was committed. */
  async discard(): Promise<void> {
    const draft = await this.#draft?.catch(() => undefined)
    // If deleting fails, the next start deletes the draft.
    await draft?.discard().catch(() => {})
  }
}

/** Converts a disk error to a problem. @throws Problem 503, because nothing was accepted and a retry may succeed */
export function throwStorageProblem(cause: unknown): never {
  if (FULL.has((cause as NodeJS.ErrnoException).code ?? '')) throw createNoSpaceProblem(cause)
  throw new Problem('storage', 'The submission could not be stored. Nothing was accepted; please try again later.', {
    headers: { 'Retry-After': '30' },
    cause,
  })
}

export function createNoSpaceProblem(cause?: unknown): Problem {
  return new Problem('no-space', 'There is not enough free space. Nothing was accepted; please try again later.', {
    headers: { 'Retry-After': '60' },
    cause,
  })
}
