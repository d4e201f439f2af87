import type { Request, Response } from 'express'
import type { Contract } from '../../src/forms/contract.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { FormBook } from '../forms.ts'
import type { TextEntry } from '../http/entry.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { JsonObject } from '../http/read-json.ts'
import type { Store } from '../spool/store.ts'
import type { RunningKeys } from './idempotency.ts'

/** What every post is taken with. */
export interface Intake {
  config: Config
  forms: FormBook
  store: Store
  clock: Clock
  /** Keys whose submission is being taken right now. */
  running: RunningKeys
  /** Counts what arrives, before anything is read, and posts by form. */
  countArrival: RateLimiter
  countPost: RateLimiter
  readJson(req: Request, res: Response): Promise<JsonObject>
  hasSpace(): Promise<boolean>
  /** True from the moment that the relay was told to stop. */
  isStopping(): boolean
}

/** One post on its way in. Filled while it is read, so that an answer knows what was typed even when it fails. */
export interface Attempt {
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
