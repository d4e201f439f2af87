import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { Request, Response } from 'express'
import type { Clock } from '../clock.ts'
import type { KeyedMutex } from '../concurrency.ts'
import type { Config } from '../config.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { TextEntry } from '../http/read-form.ts'
import type { Store } from '../store/store.ts'
import type { SiteForms } from './site-forms.ts'

export interface IntakeContext {
  config: Config
  forms: SiteForms
  store: Store
  clock: Clock
  /** Idempotency keys of submissions that are being processed. */
  keysInUse: KeyedMutex
  /** Rate limiter that counts every request before its body is read. */
  countArrival: RateLimiter
  /** Rate limiter that counts the submissions of each form. */
  countPost: RateLimiter
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

/** Result of an accepted submission. */
export interface Receipt {
  id: string
  receivedAt: string
  /** For metrics and logs only. The client gets the same response in every case. */
  result: 'accepted' | 'repeated' | 'spam'
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
