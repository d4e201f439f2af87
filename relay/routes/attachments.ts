import type { RequestHandler } from 'express'
import { Problem } from '../http/problem.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import type { AttachmentLinks } from '../targets/attachment-links.ts'

/**
 * Hands a file to the receiver of a webhook, once. A wrong link and one that is used up look the same. One relay has
 * the spool, so what it remembers holds for all.
 */
export function fetchAttachment(links: readonly AttachmentLinks[]): RequestHandler<{ id: string; file: string }> {
  /** Signatures of links that are being fetched: until it is known how that ends, nobody else gets the file. */
  const running = new Set<string>()
  return async (req, res) => {
    const { id, file } = req.params
    const { until, signature } = req.query
    if (typeof until !== 'string' || typeof signature !== 'string') throw notFound()
    if (running.has(signature))
      throw new Problem(409, 'link-running', 'This file is being fetched at this moment.', { retryAfter: 5 })
    running.add(signature)
    try {
      for (const { open } of links) {
        const sent = await sendAttachment(res, () => open({ id, file, until, signature }))
        if (sent === undefined) continue
        // A look at the headers is no download.
        if (sent !== 'cut off' && req.method === 'GET') await sent.used()
        return
      }
    } finally {
      running.delete(signature)
    }
    throw notFound()
  }
}

function notFound(): Problem {
  return new Problem(404, 'not-found', 'There is nothing here.')
}
