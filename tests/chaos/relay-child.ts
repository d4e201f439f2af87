import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from '../../cli/commands/build.ts'
import { defaults } from '../../cli/commands/options.ts'
import { outputFolders } from '../../cli/paths.ts'
import { spawnChild } from './child.ts'

const forms = path.join(outputFolders(defaults.out).relay, 'forms.json')

/** The relay needs the contracts that the build of the site writes. */
export async function needForms(): Promise<void> {
  if (!existsSync(forms)) await build({ content: defaults.content, out: defaults.out, json: false, quiet: true })
}

/** Builds the relay as it is published, which starts much faster, into `out`. @returns the program */
export async function buildRelay(out: string): Promise<string> {
  await build({ content: defaults.content, out, json: false, quiet: true, draft: true })
  return path.join(outputFolders(out).relay, 'relay.js')
}

/** A relay on a spool in `folder`, without limits on posts: all of them come from here. */
export function relayEnvironment(folder: string): Record<string, string> {
  return {
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
    RELAY_POSTS_PER_MINUTE: '0',
    RELAY_FORMS: forms,
  }
}

/** The real relay as a process of its own, from its sources or as it was built. */
export function spawnRelay(folder: string, env: NodeJS.ProcessEnv = {}, program = 'relay/main.ts') {
  const built = program.endsWith('.js') ? { RELAY_FORMS: path.join(path.dirname(program), 'forms.json') } : {}
  return spawnChild([program, 'start'], { ...relayEnvironment(folder), ...built, ...env })
}

export interface Backlog {
  /** Entries that waited at the call. */
  waiting: number
  /** Milliseconds until the last of them was delivered; NaN when that took longer than the bound. */
  took: number
}

/** Waits until a relay has delivered what is in its queue, at most `bound` milliseconds. */
export async function awaitDelivery(
  spool: string,
  bound: number,
  count = async (): Promise<number> => (await readdir(path.join(spool, 'queue'))).length,
): Promise<Backlog> {
  const begin = performance.now()
  const waiting = await count()
  for (let left = waiting; left > 0; left = await count()) {
    if (performance.now() - begin > bound) return { waiting, took: Number.NaN }
    await pause(50)
  }
  return { waiting, took: performance.now() - begin }
}
