import path from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { cacheRoot } from '../cache.mjs'
import type { EditionRequest } from '../content/publication.ts'
import { describeInvalidDate } from '../content/schema/dates.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { projectRoot } from '../paths.ts'

export interface CommonOptions {
  content: string
  out: string
  json: boolean
  quiet: boolean
}

/** Options that select which content is shown. */
export interface EditionOptions {
  /** Day or moment to use instead of the current moment. */
  now?: string
  drafts?: boolean
}

/** @throws Failure with exit code 2 if the date is invalid */
export function parseEdition({ now, drafts = false }: EditionOptions): EditionRequest {
  if (now === undefined) return { today: new Date(), drafts }
  if (z.iso.date().safeParse(now).success) return { today: now, drafts }
  if (z.iso.datetime({ offset: true }).safeParse(now).success) return { today: new Date(now), drafts }
  const { message, help } = /^\d{4}-\d\d-\d\dT/.test(now)
    ? { message: 'is not a valid moment', help: 'Write it with its time zone, such as 2031-01-31T16:00:00Z.' }
    : describeInvalidDate(now)
  throw new Failure(`--now: "${now}" ${message}. ${help}`, exitCodes.usage)
}

export const defaultPaths = {
  content: path.join(projectRoot, 'content'),
  out: path.join(projectRoot, 'dist'),
  /** Output folder of `site dev`, separate from the published folder. */
  dev: path.join(cacheRoot, 'dev', 'out'),
  relayData: path.join(projectRoot, '.relay'),
}

/** Prints a command's result as JSON. The version increases when a field's meaning changes, not when one is added. */
export function printJson(result: object, indent?: number): void {
  process.stdout.write(`${JSON.stringify({ version: 1, ...result }, null, indent)}\n`)
}

const OFF = /^(?:|0|false|no|off)$/i

/**
 * Removes environment variables that are empty or turn a switch off, such as SITE_QUIET=0, because commander turns a
 * switch on for any value. For `--no-relay`, removes values that leave the relay on, such as SITE_RELAY=yes.
 */
export function removeDisabledSwitches(program: Command): void {
  const commands = program.commands.flatMap((command) => [command, ...command.commands])
  for (const { envVar, required, optional, negate } of commands.flatMap((command) => command.options)) {
    if (envVar === undefined) continue
    const value = process.env[envVar]
    if (value === undefined) continue
    const isSwitch = !required && !optional
    const takesEffect = isSwitch ? OFF.test(value) === negate : value !== ''
    if (!takesEffect) delete process.env[envVar]
  }
}
