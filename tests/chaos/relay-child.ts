import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runBuildCommand } from '../../cli/commands/build.ts'
import { getOutputFolders, projectRoot } from '../../cli/paths.ts'
import { agency } from '../agency.ts'
import { spawnChild } from './child.ts'

const out = path.join(projectRoot, 'tests', '.output', 'relay')
const forms = path.join(getOutputFolders(out).relay, 'forms.json')

/** Builds the site if it is not built yet, because the relay needs its form contracts. */
export async function needForms(): Promise<void> {
  if (!existsSync(forms)) await buildRelay(out)
}

/** Builds the relay into `out`, because a built relay starts much faster. @returns the path of the program */
export async function buildRelay(out: string): Promise<string> {
  await runBuildCommand({ content: agency, out, json: false, quiet: true, draft: true })
  return path.join(getOutputFolders(out).relay, 'relay.js')
}

/**
 * Returns the environment for a relay that keeps its data in `folder` and has no rate limit, because all requests come
 * from one address.
 */
export function relayEnvironment(folder: string): Record<string, string> {
  return {
    RELAY_BIND: '127.0.0.1:0',
    RELAY_SPOOL: path.join(folder, 'spool'),
    RELAY_OUTBOX: path.join(folder, 'outbox'),
    RELAY_POSTS_PER_MINUTE: '0',
    RELAY_FORMS: forms,
  }
}

/** Starts the relay in its own process, from source or from a build. */
export function spawnRelay(folder: string, env: NodeJS.ProcessEnv = {}, program = 'relay/main.ts') {
  const built = program.endsWith('.js') ? { RELAY_FORMS: path.join(path.dirname(program), 'forms.json') } : {}
  return spawnChild([program, 'start'], { ...relayEnvironment(folder), ...built, ...env })
}

export interface Backlog {
  /** Number of entries that were pending when the wait began. */
  waiting: number
  /** Milliseconds until all entries were delivered; NaN if that took longer than the bound. */
  took: number
}

/** Waits up to `bound` milliseconds for a relay to deliver every entry in its queue. */
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
