import type { RequestHandler } from 'express'
import { Problem } from '../http/problem.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import type { AttachmentLinks } from '../targets/attachment-links.ts'

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

function notFound(): Problem {
  return new Problem(404, 'not-found', 'There is nothing here.')
}
