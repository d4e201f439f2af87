import type { Contract } from '@northshelf/site/forms/contract.ts'
import { findReplyField } from '@northshelf/site/forms/reply-field.ts'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'
import type { SendMailOptions } from 'nodemailer'
import { type Clock, formatTime, HOUR } from '../clock.ts'
import { confirmationSchedule } from '../delivery/retry-schedules.ts'
import type { SiteForms } from '../intake/site-forms.ts'
import type { Envelope, Store } from '../store/store.ts'
import { getTranslations } from '../translations/list.ts'
import { cleanLine } from './clean-text.ts'
import { createConfirmationLimit } from './confirmation-limit.ts'
import { createMailPreview, getSenderHost, getVisitorContact } from './mail-message.ts'
import { renderTextEmail } from './mail-page.tsx'
import type { Mailer, Target } from './target.ts'
import { CONFIRMATION_TARGET, createMailer, type TargetConfig } from './targets.ts'

/** Timeout for sending an email, in milliseconds. */
const TIMEOUT = HOUR

/**
 * Creates the target that sends confirmation emails to visitors. It always exists, because settings and forms may
 * change while a confirmation is waiting.
 */
export function createConfirmationTarget(
  configs: readonly TargetConfig[],
  { forms, clock, store, perHour }: { forms: SiteForms; clock: Clock; store: Pick<Store, 'list'>; perHour: number },
): Target {
  const addressOf = (envelope: Envelope) => getVisitorContact(envelope, forms).address
  const limit = createConfirmationLimit({ clock, store, perHour, addressOf })
  return {
    name: CONFIRMATION_TARGET,
    schedule: confirmationSchedule,
    givenUp: 'abandoned',
    timeout: TIMEOUT,
    async deliver({ envelope }, signal) {
      const address = addressOf(envelope)
      const mailer = createMailer(configs, envelope.formType)
      const mail = createConfirmation(envelope, forms, mailer?.from)
      if (!mail || !mailer || !address) return { kind: 'skipped', detail: 'confirmations are no longer configured' }
      const excess = await limit.reserve(address, envelope.id)
      if (excess) return { kind: 'skipped', detail: excess }
      const outcome = await mailer.send({ ...mail, to: address }, signal)
      if (outcome.kind === 'delivered') limit.complete(address)
      return outcome
    },
    probe: async () => 'sent by the mail targets',
  }
}

/**
 * Reports whether the visitor receives a confirmation: the form has one, a target can send it, and the visitor gave an
 * address.
 */
export function shouldConfirm(configs: readonly TargetConfig[], contract: Contract, values: AnswerValues): boolean {
  const field = contract.confirmation && findReplyField(contract)
  return field !== undefined && Boolean(values[field.name]) && createMailer(configs, contract.formType) !== undefined
}

/** Previews the confirmation of a submission for the inbox, even if no target sends it. */
export function previewConfirmation(configs: readonly TargetConfig[], envelope: Envelope, forms: SiteForms) {
  const mail = createConfirmation(envelope, forms, createMailer(configs, envelope.formType)?.from)
  return mail && createMailPreview({ ...mail, to: getVisitorContact(envelope, forms).address })
}

/**
 * Creates a confirmation email. It contains no visitor input, so that nobody can use it to send text to others.
 * @returns undefined if the form has no confirmation
 */
function createConfirmation(
  { id, formType, receivedAt }: Envelope,
  { forms, site }: SiteForms,
  from: Mailer['from'] = site.email,
): SendMailOptions | undefined {
  const { subject, body } = forms[formType]?.confirmation ?? {}
  if (subject === undefined || body === undefined) return undefined
  const { mail, language } = getTranslations(site)
  const moment = formatTime(receivedAt, site.timeZone, language)
  const footer = `${mail.confirmed(site.url, moment)}\n${mail.number(id)}`
  return {
    from,
    replyTo: { name: site.name, address: site.email },
    subject: cleanLine(subject),
    // Differs from the id of the email with the answers, because one person may receive both.
    messageId: `<${id}.${CONFIRMATION_TARGET}@${getSenderHost(from)}>`,
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: `${body}\n\n-- \n${footer}\n`,
    html: renderTextEmail({ site, title: subject, text: body, footer }),
    disableUrlAccess: true,
    disableFileAccess: true,
  }
}
