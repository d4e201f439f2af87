import type { SendMailOptions } from 'nodemailer'
import { cleanLine } from '../clean-text.ts'
import { type Clock, DAY, formatTime, HOUR } from '../clock.ts'
import { chooseFormLanguage, type SiteForms } from '../site-forms.ts'
import { getIdTime } from '../store/ids.ts'
import { CONFIRM_WITHIN } from '../store/records.ts'
import type { Envelope, Store } from '../store/store.ts'
import { getTimeLanguage, getTranslations } from '../translations/list.ts'
import { listConfirmableTexts } from './answers.ts'
import { createSignedLink } from './attachment-links.ts'
import { createMailPreview, getSenderHost, getVisitorContact } from './mail-message.ts'
import { renderTextEmail } from './mail-page.tsx'
import { confirmationSchedule } from './retry-schedules.ts'
import type { Mailer, Target } from './target.ts'
import { CONFIRMATION_TARGET, createMailer, type TargetConfig } from './targets.ts'

interface ConfirmationOptions {
  forms: SiteForms
  clock: Clock
  store: Pick<Store, 'list'>
  perHour: number
}

/**
 * Creates the target that sends confirmation emails to visitors. It always exists, because settings and forms may
 * change while a confirmation is waiting.
 */
export function createConfirmationTarget(
  configs: readonly TargetConfig[],
  { forms, ...options }: ConfirmationOptions,
): Target {
  const addressOf = (envelope: Envelope) => getVisitorContact(envelope, forms).address
  const limit = createConfirmationLimit(addressOf, options)
  return {
    name: CONFIRMATION_TARGET,
    schedule: confirmationSchedule,
    givenUp: 'abandoned',
    timeout: HOUR,
    async deliver({ envelope }, signal) {
      const address = addressOf(envelope)
      const mailer = createMailer(configs, envelope.formType)
      const link =
        mailer && createSignedLink(mailer, envelope.id, 'consent', Date.parse(envelope.receivedAt) + CONFIRM_WITHIN)
      const mail = createConfirmationEmail(envelope, forms, mailer, link)
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

/** Previews the confirmation of a submission for the inbox, even if no target sends it. */
export function previewConfirmation(configs: readonly TargetConfig[], envelope: Envelope, forms: SiteForms) {
  const link = `/inbox/${envelope.id}/consent`
  const mail = createConfirmationEmail(envelope, forms, createMailer(configs, envelope.formType), link)
  return mail && createMailPreview({ ...mail, to: getVisitorContact(envelope, forms).address })
}

/**
 * Creates a confirmation email. It contains no visitor input, so that nobody can use it to send text to others. If there
 * is a consent to confirm, the email also contains the link for this, because each address receives only one a day.
 * @returns undefined if the form has no confirmation, and there is no consent to confirm
 */
function createConfirmationEmail(
  envelope: Envelope,
  all: SiteForms,
  { from }: Pick<Mailer, 'from'> = { from: all.site.email },
  link: string | undefined,
): SendMailOptions | undefined {
  const { forms, site } = chooseFormLanguage(all, envelope.language)
  const words = getTranslations(site)
  const { mail, optIn } = words
  const { id, formType, receivedAt } = envelope
  const contract = forms[formType]
  const consents = listConfirmableTexts(envelope, words).join('\n')
  const button = link && consents ? { text: optIn.confirm, href: link } : undefined
  const { subject: heading = optIn.heading, body: text } = contract?.optIn ?? {}
  const question = { subject: heading, body: text ? `${text}\n\n${consents}` : optIn.body(consents) }
  const parts = [contract?.confirmation, button && question].filter((part) => part !== undefined)
  const subject = parts.at(-1)?.subject
  if (subject === undefined) return undefined
  const body = parts.map((part) => part.body).join('\n\n')
  const moment = formatTime(receivedAt, site.timeZone, getTimeLanguage(site))
  const footer = `${mail.confirmed(site.url, moment)}\n${mail.number(id)}`
  return {
    from,
    replyTo: { name: site.name, address: site.email },
    subject: cleanLine(subject),
    // Differs from the id of the email with the answers, because one person may receive both.
    messageId: `<${id}.${CONFIRMATION_TARGET}@${getSenderHost(from)}>`,
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: `${body}\n\n${button ? `${button.text}: ${button.href}\n\n` : ''}-- \n${footer}\n`,
    html: renderTextEmail({ site, title: subject, text: body, footer, link: button }),
    disableUrlAccess: true,
    disableFileAccess: true,
  }
}

/**
 * Limits confirmations to one email per address per day, and to `perHour` in total, because anybody can enter another
 * person's address. The counts are kept in memory; on first use, emails from the last day are loaded from the store.
 */
function createConfirmationLimit(
  addressOf: (envelope: Envelope) => string | undefined,
  { clock, store, perHour }: Omit<ConfirmationOptions, 'forms'>,
) {
  /** Time of the last email to each address. `id` is the submission's id, or undefined once the email is delivered. */
  const reserved = new Map<string, { id: string | undefined; at: number }>()
  let loaded: Promise<void> | undefined
  /** Uses the absolute difference, because the clock may have been set back. */
  const isWithin = (at: number, span: number) => Math.abs(clock.now() - at) < span

  async function loadEarlier(): Promise<void> {
    for await (const { id, entry } of store.list({ places: ['queue', 'done', 'dead'], order: 'newest' })) {
      if (getIdTime(id) < clock.now() - DAY) break
      const state = entry?.deliveries.find(
        ({ target, status }) => target === CONFIRMATION_TARGET && status === 'delivered',
      )
      const address = state && entry && addressOf(entry.envelope)
      if (address) reserved.set(keyOf(address), { id: undefined, at: Date.parse(state.history.at(-1)?.at ?? '') })
    }
  }

  return {
    /**
     * Reserves one email for a submission. Retries use the same reservation.
     * @returns the reason why the email must not be sent; undefined if it may be sent
     */
    async reserve(address: string, id: string): Promise<string | undefined> {
      loaded ??= loadEarlier()
      await loaded.catch((error) => {
        loaded = undefined
        throw error
      })
      for (const [key, { at }] of reserved) if (!isWithin(at, DAY)) reserved.delete(key)
      const before = reserved.get(keyOf(address))
      if (before) return before.id === id ? undefined : 'this address received a confirmation within the last day'
      const count = [...reserved.values()].filter(({ at }) => isWithin(at, HOUR)).length
      if (count >= perHour) return `${count} confirmations were sent within the last hour`
      reserved.set(keyOf(address), { id, at: clock.now() })
      return undefined
    },
    /** Ends the reservation, so that another email for the same submission counts as a new one. */
    complete(address: string): void {
      const mail = reserved.get(keyOf(address))
      if (mail) mail.id = undefined
    },
  }
}

/** Normalizes all spellings of a mailbox: `Ada.Lind+shop@brand.example` becomes `adalind@brand.example`. */
function keyOf(address: string): string {
  const [local = '', domain] = address.toLowerCase().split('@')
  return `${local.replace(/\+.*/s, '').replaceAll('.', '')}@${domain}`
}
