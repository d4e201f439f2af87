import { createTransport } from 'nodemailer'
import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../forms.ts'
import { createMailMessage } from './mail-message.ts'
import { mailSchedule } from './schedules.ts'
import { outcomeOfSmtpError } from './smtp-outcome.ts'
import type { Target } from './target.ts'

/** Sends each submission as a mail. Each try has a connection of its own, so that one that hangs hurts no other. */
export function createSmtpTarget(config: Extract<TargetConfig, { kind: 'smtp' }>, forms: FormBook): Target {
  const { name, url, from, to, dkim } = config
  const timeout = 120_000
  const transport = createTransport({
    url,
    // The try's own timeout comes first; these only bound what is left behind.
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } } : {}),
  })
  return {
    name,
    kind: 'smtp',
    schedule: mailSchedule,
    timeout,
    async deliver(parcel, signal) {
      try {
        const { accepted, rejected } = await transport.sendMail({
          ...createMailMessage(parcel, { forms, from, to }),
          signal,
        })
        // Some of several recipients took it: sending again would reach those twice.
        const missing = rejected.length > 0 ? `, refused for ${rejected.length}` : ''
        return { kind: 'delivered', detail: `taken for ${accepted.length}${missing}` }
      } catch (error) {
        return outcomeOfSmtpError(error)
      }
    },
    async probe() {
      await transport.verify()
      return `${new URL(url).host} answers`
    },
    async close() {
      transport.close()
    },
  }
}
