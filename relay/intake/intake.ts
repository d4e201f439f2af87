import type { Readable } from 'node:stream'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { Request, Response } from 'express'
import type { Clock } from '../clock.ts'
import { type KeyedMutex, takeTurn } from '../concurrency.ts'
import type { Config } from '../config.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Draft, RandomAccessFile, Store } from '../store/store.ts'
import { HttpProblem } from './http-problem.ts'
import type { Proofs } from './proofs.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { TextEntry } from './read-form.ts'

export interface IntakeContext {
  config: Config
  forms: SiteForms
  store: Store
  clock: Clock
  /** Undefined if no form requires proof of work. */
  proofs: Proofs | undefined
  /** Idempotency keys of submissions that are being processed. */
  keysInUse: KeyedMutex
  /** Rate limiter that counts every request before its body is read. */
  limitArrivals: RateLimiter
  /** Rate limiter that counts the submissions of each form. */
  limitPosts: RateLimiter
  readJson(req: Request, res: Response): Promise<JsonObject>
  hasSpace(): Promise<boolean>
}

/** Data about a request. It is filled in as the request is read, so that an error page can show the answers. */
export interface RequestContext {
  endpoint: Contract['endpoint']
  /** Whether the form was submitted without JavaScript, in which case the response must be a page. */
  html: boolean
  entries: TextEntry[]
  contract: Contract | undefined
}

/**
 * Reports whether the client prefers HTML, as browsers do when they submit a form without JavaScript. Requests made
 * with `fetch` accept JSON or any type.
 */
export function wantsHtml(req: Request): boolean {
  return req.accepts(['json', 'html']) === 'html'
}

/** Result of an accepted submission. */
export interface Receipt {
  id: string
  receivedAt: string
  /** For metrics and logs only. The client gets the same response in every case. */
  result: 'accepted' | 'repeated' | 'spam' | 'canary'
}

/** Interval between checks of the free space, in milliseconds. */
const CHECK_EVERY = 1000

/** Reports whether there is enough free space. Zero bytes is never enough, even if `minimum` is 0. */
export function isEnoughSpace(free: number, minimum: number): boolean {
  return free > 0 && free >= minimum
}

/** Checks the free space of the spool, at most once a second. */
export function createSpaceCheck(store: Store, clock: Clock, minimum: number): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let enough = Promise.resolve(true)
  return () => {
    if (clock.now() - checkedAt >= CHECK_EVERY || clock.now() < checkedAt) {
      checkedAt = clock.now()
      enough = store.free().then(
        (free) => isEnoughSpace(free, minimum),
        () => false,
      )
    }
    return enough
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

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

  get(): Promise<Draft> {
    this.#draft ??= this.#store.draft().catch(throwStorageProblem)
    return this.#draft
  }

  async storeFile(source: Readable) {
    const draft = await this.get()
    return draft.write(source).catch(throwStorageProblem)
  }

  /**
   * Opens a stored file, runs `inspect` on it and closes it. Lets other requests run after each read, so that many files
   * can be inspected at the same time.
   */
  async inspect<T>(file: string, inspect: (content: RandomAccessFile) => Promise<T>): Promise<T> {
    const content = await (await this.get()).open(file).catch(throwStorageProblem)
    const read = async (position: number, length: number) => {
      const bytes = await content.read(position, length)
      await takeTurn()
      return bytes
    }
    try {
      return await inspect({ ...content, read }).catch(throwStorageProblem)
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

/** Converts a disk error to a problem. @throws HttpProblem 503, because nothing was accepted and a retry may succeed */
export function throwStorageProblem(cause: unknown): never {
  if (DISK_FULL_CODES.has((cause as NodeJS.ErrnoException).code ?? '')) throw createNoSpaceProblem(cause)
  throw new HttpProblem(
    'storage',
    'The submission could not be stored. Nothing was accepted; please try again later.',
    {
      headers: { 'Retry-After': '30' },
      cause,
    },
  )
}

export function createNoSpaceProblem(cause?: unknown): HttpProblem {
  return new HttpProblem('no-space', 'There is not enough free space. Nothing was accepted; please try again later.', {
    headers: { 'Retry-After': '60' },
    cause,
  })
}
