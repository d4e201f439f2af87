import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { openFolderStore } from '../spool/folder-store.ts'
import { askRelay, type SpoolRequest } from '../spool/request.ts'
import { existingSpool } from './existing-spool.ts'

export type SpoolConfig = Pick<Config, 'spool' | 'targets' | 'retention'>

/**
 * Has a change made by the one writer of the spool: by the relay that runs, which is asked through the socket in its
 * spool, or else by this process, which opens the spool for that long.
 * @returns who made it
 */
export async function changeSpool(config: SpoolConfig, request: SpoolRequest): Promise<'relay' | 'command'> {
  const root = await existingSpool(config.spool)
  if (await askRelay(root, request)) return 'relay'
  const targets = config.targets.map(({ name }) => name)
  const store = await openFolderStore({ folder: root, clock: systemClock, targets, retention: config.retention })
  try {
    if (request.do === 'retry') await store.retry(request.id, request.target)
    else if (request.do === 'abandon') await store.abandon(request.id, request.target)
    else if (request.do === 'release') await store.release(request.id)
    else if (request.do === 'drop') await store.drop(request.id)
    else await store.verify()
  } finally {
    await store.close()
  }
  return 'command'
}

/** What an operator may expect now. */
export function whenDelivered(by: 'relay' | 'command'): string {
  return by === 'relay' ? 'The running relay delivers it now.' : 'It is delivered when the relay runs again.'
}
