import type { Readable } from 'node:stream'
import { Problem } from '../http/problem.ts'
import type { Content, Draft, Store } from '../store/store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The draft of one post, begun with its first file or at the end. Faults of the disk come out as problems. */
export class LazyDraft {
  readonly #store: Store
  #draft: Promise<Draft> | undefined

  constructor(store: Store) {
    this.#store = store
  }

  open(): Promise<Draft> {
    this.#draft ??= this.#store.draft().catch(storageFault)
    return this.#draft
  }

  async keep(source: Readable) {
    const draft = await this.open()
    return draft.write(source).catch(storageFault)
  }

  /** Looks into what was kept. */
  async look<T>(file: string, look: (content: Content) => Promise<T>): Promise<T> {
    const content = await (await this.open()).open(file).catch(storageFault)
    try {
      return await look(content).catch(storageFault)
    } finally {
      await content.close()
    }
  }

  /** Leaves nothing behind of what was not committed. */
  async discard(): Promise<void> {
    const draft = await this.#draft?.catch(() => undefined)
    // What cannot be removed now is swept at the next start.
    await draft?.discard().catch(() => {})
  }
}

/** @throws Problem 503: nothing was accepted, and a later try may work */
export function storageFault(cause: unknown): never {
  if (FULL.has((cause as NodeJS.ErrnoException).code ?? '')) throw noSpace(cause)
  throw new Problem('storage', 'This could not be stored. Nothing was accepted; please try again later.', {
    headers: { 'Retry-After': '30' },
    cause,
  })
}

export function noSpace(cause?: unknown): Problem {
  return new Problem('no-space', 'There is no space left. Nothing was accepted; please try again later.', {
    headers: { 'Retry-After': '60' },
    cause,
  })
}
