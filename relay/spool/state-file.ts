import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createDeliveryState } from '../store/delivery-state.ts'
import type { DeliveryState, Envelope } from '../store/store.ts'
import { SYNCED_FILE_OPTIONS, syncFolder } from './disk.ts'

const fileOf = (target: string): string => `state.${target}.json`

/**
 * Replaces the state of a delivery atomically.
 * @param synced whether to sync the file; without a sync, a power cut may restore the old state or destroy the file
 */
export async function writeDeliveryState(folder: string, state: DeliveryState, synced = true): Promise<void> {
  const file = path.join(folder, fileOf(state.target))
  await writeFile(`${file}.new`, `${JSON.stringify(state)}\n`, { ...SYNCED_FILE_OPTIONS, flag: 'w', flush: synced })
  await rename(`${file}.new`, file)
  if (synced) await syncFolder(folder)
}

/**
 * Reads the states of all deliveries of an entry. A delivery without a file is new. A delivery with an invalid file
 * counts as new and is listed in `lost`.
 */
export async function readDeliveryStates(folder: string, { targets, receivedAt }: Envelope) {
  const lost: string[] = []
  const states = await Promise.all(
    targets.map(async (target): Promise<DeliveryState> => {
      try {
        const state = JSON.parse(await readFile(path.join(folder, fileOf(target)), 'utf8')) as DeliveryState
        if (isState(state, target)) return state
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return createDeliveryState(target, receivedAt)
        if (code !== undefined) throw error
      }
      lost.push(target)
      return createDeliveryState(target, receivedAt)
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
