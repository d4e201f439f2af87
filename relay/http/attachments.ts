import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { RequestHandler, Response } from 'express'
import type { Attachment } from '../spool/store.ts'
import type { AttachmentLinks } from '../targets/attachment-links.ts'
import { notFound } from './problem.ts'

/** Hands a file to the receiver of a webhook. A wrong link and one that is used up look the same. */
export function fetchAttachment(links: readonly AttachmentLinks[]): RequestHandler<{ id: string; file: string }> {
  return async (req, res) => {
    const { id, file } = req.params
    const { until, signature } = req.query
    if (typeof until !== 'string' || typeof signature !== 'string') throw notFound()
    for (const { open } of links) {
      const sent = await sendAttachment(res, () => open({ id, file, until, signature }))
      if (sent === undefined) continue
      if (sent !== 'in part') await sent.used()
      return
    }
    throw notFound()
  }
}

interface Found {
  path: string
  attachment: Attachment
}

/** Milliseconds after which somebody who reads nothing more has gone. */
const IDLE = 60_000

/** How often an entry may move on between finding and opening. */
const LOOKS = 3

/**
 * Finds a visitor's file and sends it, or the part that is asked for, as a download, never to be shown or run.
 * @param find is asked again when the entry has moved on between finding and opening
 * @returns what was found, once its last byte was sent; `in part` when that was not asked for or the answer was cut
 */
export async function sendAttachment<F extends Found>(
  res: Response,
  find: () => Promise<F | undefined>,
): Promise<F | 'in part' | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const found = await find()
    if (!found) return undefined
    try {
      await send(res, found)
      return broughtLastByte(res, found.attachment.size) ? found : 'in part'
    } catch (error) {
      const { status, code } = error as { status?: number; code?: string }
      if (status === 404) continue
      if (status === 416 || status === 412) {
        res.status(status).end()
        return 'in part'
      }
      if (!res.headersSent && code !== 'ECONNABORTED') throw error
      res.destroy()
      return 'in part'
    }
  }
  return undefined
}

async function send(res: Response, found: Found): Promise<void> {
  const { name, type, sha256 } = found.attachment
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
    ETag: `"${sha256}"`,
    // A proxy that takes all of it at once would hide that the receiver was cut off.
    'X-Accel-Buffering': 'no',
  }
  const options = {
    root: path.dirname(found.path),
    dotfiles: 'allow',
    cacheControl: false,
    lastModified: false,
  } as const
  res.setTimeout(IDLE, () => res.destroy())
  await new Promise<void>((resolve, reject) => {
    res.download(path.basename(found.path), name, { ...options, headers }, (error) =>
      error ? reject(error) : resolve(),
    )
  })
  await finished(res)
}

function broughtLastByte(res: Response, size: number): boolean {
  if (res.req.method !== 'GET') return false
  const last = /-(\d+)\//.exec(String(res.getHeader('Content-Range')))?.[1]
  return res.statusCode === 200 || (res.statusCode === 206 && Number(last) === size - 1)
}
