import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Attachment } from '../submission.ts'

/** Sends a visitor's file as a download, never to be shown or run. @returns whether all of it was sent */
export async function sendAttachment(res: Response, path: string, { name, type, size }: Attachment): Promise<boolean> {
  res.attachment(name)
  res.type(type)
  res.set({
    'Content-Length': String(size),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
  })
  try {
    await pipeline(createReadStream(path), res)
    return true
  } catch {
    res.destroy()
    return false
  }
}
