import type { BodyTemplate, TextFormat } from '../body-template.ts'
import type { HttpReply } from '../send-request.ts'

/** A service that receives submissions. Contains only what differs from a plain JSON request. */
export interface Preset extends TextFormat {
  /** Shows the operator what the service's URLs look like. */
  url: string
  /** Matches the path of the service's URLs. */
  path: RegExp
  /** Default body. Without it, the operator must set `HTTP_BODY`, because the fields' names differ per account. */
  body?: BodyTemplate
  /** Members of every body, unless `HTTP_BODY` sets them. */
  common?: Record<string, unknown>
  /** A header that every request needs, in lower case. */
  requiredHeader?: string
  /** Reports whether a reply means success. By default, any 2xx does. */
  isAccepted?(reply: HttpReply): boolean
}

/**
 * Makes Markdown links inert with an invisible space: without it, `[bank.example](https://evil.example)` would show one
 * address and open another.
 */
export function breakLinks(text: string): string {
  return text.replaceAll(']', ']\u200B')
}

/** Makes mentions of all members of a channel inert with an invisible space. Keeps email addresses. */
export function breakMentions(text: string): string {
  return text.replace(/(?<!\w)@(?=(?:everyone|here|channel)\b)/gi, '@\u200B')
}
