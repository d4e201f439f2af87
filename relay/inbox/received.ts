import path from 'node:path'
import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { Entry } from '../spool/store.ts'
import { createMailMessage } from '../targets/mail-message.ts'
import { createRecord } from '../targets/record.ts'

export interface Mail {
  subject: string
  from: string
  to: string
  replyTo: string
  text: string
  html: string
}

/** The mail that a target makes of an entry, rendered as it sends it. Undefined for targets that send none. */
export function mailOf({ envelope, folder }: Entry, target: TargetConfig, forms: FormBook): Mail | undefined {
  if (target.kind === 'webhook') return undefined
  const own = forms.site.email
  const { from, to } = target.kind === 'smtp' ? target : { from: own, to: [own] }
  const message = createMailMessage({ envelope, pathOf: (file) => path.join(folder, file) }, { forms, from, to })
  const { subject = '', replyTo, text, html } = message
  return { subject, from, to: to.join(', '), replyTo: addressText(replyTo), text: String(text), html: String(html) }
}

/** The JSON that a target posts or writes. */
export function recordOf({ envelope }: Entry, forms: FormBook): string {
  return JSON.stringify(
    createRecord(envelope, forms, () => undefined),
    null,
    2,
  )
}

function addressText(address: unknown): string {
  if (typeof address !== 'object' || address === null) return String(address ?? '')
  const { name, address: mailbox } = address as { name?: string; address?: string }
  return name ? `${name} <${mailbox}>` : (mailbox ?? '')
}
