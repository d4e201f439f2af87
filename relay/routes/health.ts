import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { isEnough } from '../intake/free-space.ts'
import type { Store } from '../spool/store.ts'

/** The process answers. */
export const livez: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' })
}

/**
 * Posts can be taken: not stopping, enough space, and a draft can be begun. Whether targets can be reached plays
 * no part: what is taken waits for them.
 */
export function readyz(store: Store, config: Config, isStopping: () => boolean): RequestHandler {
  return async (_req, res) => {
    const reason = isStopping() ? 'stopping' : await whyNot(store, config.limits.freeBytes)
    res.status(reason ? 503 : 200).json(reason ? { status: 'not ready', reason } : { status: 'ok' })
  }
}

async function whyNot(store: Store, least: number): Promise<string | undefined> {
  try {
    if (!isEnough(await store.free(), least)) return 'no-space'
    const draft = await store.draft()
    await draft.discard()
    return undefined
  } catch {
    return 'storage'
  }
}
