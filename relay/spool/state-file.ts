import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NEW_SYNCED, syncFolder } from './disk.ts'
import type { DeliveryState, Envelope } from './store.ts'

/** Lines of history that are kept; the newest count. */
const HISTORY = 50

const fileOf = (target: string): string => `state.${target}.json`

/** Replaces the state of one delivery: after a crash the old or the new one is there, never half of it. */
export async function writeState(folder: string, state: DeliveryState): Promise<void> {
  const file = path.join(folder, fileOf(state.target))
  const text = `${JSON.stringify({ ...state, history: state.history.slice(-HISTORY) })}\n`
  await writeFile(`${file}.new`, text, { ...NEW_SYNCED, flag: 'w' })
  await rename(`${file}.new`, file)
  await syncFolder(folder)
}

/** A delivery before its first try: it has no file, which spares the visitor's wait one sync for each target. */
export function untried(target: string, receivedAt: string): DeliveryState {
  return { target, status: 'waiting', tries: 0, nextAt: Date.parse(receivedAt), history: [] }
}

/**
 * When a delivery is due. The clock may have been wrong when that was noted, or be set back since: no wait is longer
 * than the pause that was meant.
 */
export function dueAt({ nextAt, history }: DeliveryState, now: number): number {
  const noted = Date.parse(history.at(-1)?.at ?? '')
  return Math.min(nextAt, now + (noted < nextAt ? nextAt - noted : 0))
}

/** The states of all deliveries of an entry. One that cannot be read counts as untried and is named in `lost`. */
export async function readStates(folder: string, { targets, receivedAt }: Envelope) {
  const lost: string[] = []
  const states = await Promise.all(
    targets.map(async (target): Promise<DeliveryState> => {
      try {
        const state = JSON.parse(await readFile(path.join(folder, fileOf(target)), 'utf8')) as DeliveryState
        if (isState(state, target)) return state
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return untried(target, receivedAt)
        if (code !== undefined) throw error
      }
      lost.push(target)
      return untried(target, receivedAt)
    }),
  )
  return { states, lost }
}

function isState(state: DeliveryState | null, target: string): boolean {
  return (
    state?.target === target &&
    ['waiting', 'sending', 'delivered', 'dead', 'abandoned'].includes(state.status) &&
    Number.isSafeInteger(state.tries) &&
    Number.isFinite(new Date(state.nextAt).getTime()) &&
    Array.isArray(state.history) &&
    (state.reached === undefined || Array.isArray(state.reached))
  )
}

/** Where an entry belongs once no delivery of it is open any more. */
export function endOf(states: readonly DeliveryState[]): 'done' | 'dead' | undefined {
  if (states.some(({ status }) => status === 'waiting' || status === 'sending')) return undefined
  return states.some(({ status }) => status === 'dead') ? 'dead' : 'done'
}
