import type { Request } from 'express'

/** A form posted by a page without scripting asks for HTML first; fetch asks for anything or for JSON. */
export function wantsHtml(req: Request): boolean {
  return req.accepts(['json', 'html']) === 'html'
}
