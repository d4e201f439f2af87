import path from 'node:path'
import { cacheRoot } from '../cache.mjs'
import { dayOf, type Edition } from '../content/publication.ts'
import { describeDay } from '../content/schema/dates.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { projectRoot } from '../paths.ts'

/** Options that every command takes. */
export interface CommonOptions {
  content: string
  out: string
  json: boolean
  quiet: boolean
}

/** What of the content is shown. */
export interface EditionOptions {
  /** The day that counts as today; without it the day it is. */
  now?: string
  drafts?: boolean
}

/** @throws Failure with exit code 2 for a day that is none */
export function editionOf({ now, drafts = false }: EditionOptions): Edition {
  if (now === undefined) return { today: dayOf(), drafts }
  const day = /^\d{4}-\d{2}-\d{2}$/.test(now) ? new Date(`${now}T00:00:00Z`) : new Date(Number.NaN)
  if (!Number.isNaN(day.getTime()) && dayOf(day) === now) return { today: now, drafts }
  const { message, help } = describeDay(now)
  throw new Failure(`--now: "${now}" ${message}. ${help}`, exit.usage)
}

export const defaults = {
  content: path.join(projectRoot, 'content'),
  out: path.join(projectRoot, 'dist'),
  /** Of `site dev`: what is published stays as it is. */
  dev: path.join(cacheRoot, 'dev', 'out'),
  relayData: path.join(projectRoot, '.relay'),
}
