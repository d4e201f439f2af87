import { findField } from '@northshelf/site/forms/fields.ts'
import { z } from 'zod'
import { createTextSchema, defineSetting } from '../settings.ts'
import type { SiteForms } from '../site-forms.ts'
import { listAcceptedForms } from './target.ts'

export const mailbox = /^(?:[^<>\r\n]*<)?[^\s<>@,]+@[^\s<>@,]+>?$/
export const notMailbox = (address: string) => `{}: "${address}" is not an email address.`

/** Parses addresses separated by commas. @param answer the answer that chooses them */
function parseAddresses(text: string, context: z.RefinementCtx, answer?: string): string[] {
  const addresses = text.split(',').flatMap((address) => address.trim() || [])
  for (const address of addresses) if (!mailbox.test(address)) context.addIssue(notMailbox(address))
  const subject = answer === undefined ? '{}' : `{}: "${answer}"`
  if (addresses.length === 0) context.addIssue(`${subject} has no recipients.`)
  return addresses
}

/** Recipients of the emails to the team. */
export const recipientSettings = z.object({
  to: defineSetting(
    'MAIL_TO',
    'Recipient addresses, separated by commas.',
    createTextSchema('the recipients, separated by commas').transform((text, context) => parseAddresses(text, context)),
  ),
  recipients: defineSetting(
    'MAIL_RECIPIENTS',
    'Recipients by answer, for forms with [`mail.to`](#recipients-by-answer): `north=north@example.com; south=south@example.com, desk@example.com`. All other emails are sent to `MAIL_TO`.',
    createTextSchema()
      .transform((text, context) => {
        const entries = text.split(/[;\n]/).filter((entry) => entry.trim())
        const parts = entries.map((entry) => entry.split('=').map((part) => part.trim()))
        return new Map(parts.map(([answer = '', ...rest]) => [answer, parseAddresses(rest.join('='), context, answer)]))
      })
      .optional(),
  ),
})
export type RecipientConfig = z.output<typeof recipientSettings>

/** Returns a warning about options and positions that have no recipients, in the forms that a target accepts. */
export function findMissingRecipients(
  { forms: accepted, recipients }: RecipientConfig & { forms: string[] },
  { forms, given, translations = {} }: SiteForms,
) {
  const values = listAcceptedForms(accepted, forms).flatMap(({ mail, ...contract }) => {
    const field = findField(contract, mail?.to)
    if (field) return 'options' in field ? field.options.map(({ value }) => value) : []
    // Unlike options, positions have other values in each language.
    return [{ given }, ...Object.values(translations)].flatMap(({ given = {} }) => given[mail?.to ?? ''] ?? [])
  })
  const missing = new Set(values.filter((value) => !recipients?.has(value)))
  if (missing.size === 0) return undefined
  const names = [...missing].join(', ')
  const detail = `MAIL_RECIPIENTS has no entry for ${names}: add one for each, or MAIL_TO receives their emails`
  return { about: 'recipients', detail }
}
