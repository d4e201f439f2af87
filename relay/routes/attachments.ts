import type { RequestHandler } from 'express'
import { Problem } from '../http/problem.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import type { AttachmentLinks } from '../targets/attachment-links.ts'

/** Hands a file to the receiver of a webhook, once. A wrong link and one that is used up look the same. */
export function fetchAttachment(links: readonly AttachmentLinks[]): RequestHandler<{ id: string; file: string }> {
  return async (req, res) => {
    const { id, file } = req.params
    const [until, signature] = [req.query.until, req.query.signature]
    for (const { open } of typeof until === 'string' && typeof signature === 'string' ? links : []) {
      const link = { id, file, until: String(until), signature: String(signature) }
      const sent = await sendAttachment(res, () => open(link))
      if (sent === undefined) continue
      if (sent !== 'cut off') await sent.used()
      return
    }
    throw new Problem(404, 'not-found', 'There is nothing here.')
  }
}
