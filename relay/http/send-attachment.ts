import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Attachment } from '../submission.ts'

export interface Found {
  path: string
  attachment: Attachment
}

/** Milliseconds after which somebody who reads nothing more has gone. */
const IDLE = 60_000

/**
 * Finds a visitor's file and sends it as a download, never to be shown or run.
 * @param find is asked again when the entry has moved on between finding and opening
 * @returns what was found, once all of it was sent
 */
export async function sendAttachment<F extends Found>(
  res: Response,
  find: () => Promise<F | undefined>,
): Promise<F | 'cut off' | undefined> {
  const found = await openFound(find)
  if (!found) return undefined
  const { name, type, size } = found.attachment
  res.attachment(name)
  res.type(type)
  res.set({
    'Content-Length': String(size),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
  })
  res.setTimeout(IDLE, () => res.destroy())
  try {
    await pipeline(found.handle.createReadStream(), res)
    return found
  } catch {
    res.destroy()
    return 'cut off'
  }
}

const LOOKS = 3

async function openFound<F extends Found>(
  find: () => Promise<F | undefined>,
): Promise<(F & { handle: FileHandle }) | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const found = await find()
    if (!found) return undefined
    const handle = await open(found.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (handle) return { ...found, handle }
  }
  return undefined
}
