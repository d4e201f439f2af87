import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { Request, Response } from 'express'
import type { Clock } from '../clock.ts'
import type { KeyedMutex } from '../concurrency.ts'
import type { Config } from '../config.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { TextEntry } from '../http/read-form.ts'
import type { Store } from '../store/store.ts'
import type { FormBook } from './form-book.ts'

/** What every post is taken with. */
export interface Intake {
  config: Config
  forms: FormBook
  store: Store
  clock: Clock
  /** Idempotency keys whose submission is being taken right now. */
  keysInUse: KeyedMutex
  /** Counts what arrives, before anything is read, and posts by form. */
  countArrival: RateLimiter
  countPost: RateLimiter
  readJson(req: Request, res: Response): Promise<JsonObject>
  hasSpace(): Promise<boolean>
}

/** One post on its way in. Filled while it is read, so that an answer knows what was typed even when it fails. */
export interface PostContext {
  endpoint: Contract['endpoint']
  /** The page has no scripting: it is answered with pages. */
  html: boolean
  entries: TextEntry[]
  contract: Contract | undefined
}

/** What an accepted post is told. */
export interface Receipt {
  id: string
  receivedAt: string
  /** `spam` and `repeated` are told apart in figures only, never in an answer. */
  result: 'accepted' | 'repeated' | 'spam'
}

const LOOK_EVERY = 1000

/** Whether so many free bytes are room for a post. Nothing never is, whatever is asked for. */
export function isEnough(free: number, least: number): boolean {
  return free > 0 && free >= least
}

/** Whether the spool has room for posts. Asks the file system at most once a second. */
export function createSpaceCheck(store: Store, clock: Clock, least: number): () => Promise<boolean> {
  let looked = Number.NEGATIVE_INFINITY
  let enough = Promise.resolve(true)
  return () => {
    if (clock.now() - looked >= LOOK_EVERY || clock.now() < looked) {
      looked = clock.now()
      enough = store.free().then(
        (free) => isEnough(free, least),
        () => false,
      )
    }
    return enough
  }
}

export type JsonObject = Readonly<Record<string, unknown>>
