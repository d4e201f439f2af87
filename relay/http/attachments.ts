import { pipeline } from 'node:stream/promises'
import type { RequestHandler, Response } from 'express'
import { createNotFoundProblem } from '../intake/http-problem.ts'
import type { Entry, StoreReader } from '../store/store.ts'
import type { AttachmentLinks, StoredFile } from '../targets/attachment-links.ts'

/** Handles downloads through attachment links. Invalid and used-up links get the same response. */
export function serveAttachment(links: readonly AttachmentLinks[]): RequestHandler<{ id: string; file: string }> {
  return async (req, res) => {
    const { id, file } = req.params
    const { until, signature } = req.query
    if (typeof until !== 'string' || typeof signature !== 'string') throw createNotFoundProblem()
    for (const { open } of links) {
      const found = await open({ id, file, until, signature })
      const share = found && (await sendAttachment(res, found))
      if (share === undefined) continue
      if (share > 0) await found?.used(share)
      return
    }
    throw createNotFoundProblem()
  }
}

/** Sends a file of an entry as a download. @throws HttpProblem if the entry has no such file */
export async function sendEntryFile(
  res: Response,
  store: StoreReader,
  { envelope }: Entry,
  file: string,
): Promise<void> {
  const attachment = envelope.attachments.find((candidate) => candidate.file === file)
  const open: StoredFile['open'] = (range) => store.openAttachment(envelope.id, file, range)
  if (!attachment || (await sendAttachment(res, { attachment, open })) === undefined) throw createNotFoundProblem()
}

/** Milliseconds without progress after which a download's connection is closed. */
const IDLE = 60_000

/**
 * Sends a visitor's file, or the requested range, as a download, so that browsers neither display nor run it.
 * @returns the fraction of the file that was sent, or 0 if the response was cut off; undefined if the file was deleted
 */
async function sendAttachment(res: Response, { attachment, open }: StoredFile): Promise<number | undefined> {
  const { name, type, sha256, size } = attachment
  const etag = `"${sha256}"`
  const range = readRange(res, size, etag)
  if (range === 'unsatisfiable') {
    res.status(416).set('Content-Range', `bytes */${size}`).end()
    return 0
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const content = await open(range)
  if (!content) return undefined
  res
    .attachment(name)
    .status(range ? 206 : 200)
    .set({
      'Accept-Ranges': 'bytes',
      'Content-Type': type,
      'Content-Length': String(end - start + 1),
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cache-Control': 'private, no-store',
      ETag: etag,
      // Disables buffering in proxies, so that the relay notices when a download is cut off.
      'X-Accel-Buffering': 'no',
    })
  if (res.req.method === 'HEAD') {
    content.destroy()
    res.end()
    return 0
  }
  res.setTimeout(IDLE, () => res.destroy())
  try {
    await pipeline(content, res)
  } catch {
    // The receiver disconnected, or the disk failed during the response.
    res.destroy()
    return 0
  }
  return size === 0 ? 1 : (end - start + 1) / size
}

/** Returns the requested range; undefined for the whole file or if several ranges are requested. */
function readRange({ req }: Response, size: number, etag: string) {
  const condition = req.get('if-range')
  if (condition !== undefined && condition !== etag) return undefined
  const ranges = req.range(size, { combine: true })
  if (ranges === -1) return 'unsatisfiable'
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}
