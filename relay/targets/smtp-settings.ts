import { z } from 'zod'
import { createTextSchema, createUrlSchema, defineSetting } from '../settings.ts'
import { linkSecretSetting, publicUrlSetting } from './attachment-links.ts'
import { mailbox, notMailbox, recipientSettings } from './recipients.ts'
import type { ConfiguredTarget } from './target.ts'

/** Defines one of the three DKIM settings. Each is optional, because `dkim` reports an incomplete set. */
const dkimSetting = (variable: string, about: string) => defineSetting(variable, about, createTextSchema().optional())

export const smtpSettings = z.object({
  url: defineSetting(
    'SMTP_URL',
    'URL of the mail server: `smtps://user:password@host` (port 465), or `smtp://` (default port 587). `smtp://` uses STARTTLS if the server offers it, and requires it if there is a password. The certificate must be valid for the host, except for a server on loopback without a password. `?requireTLS=false` sends a password unencrypted if the server does not offer STARTTLS; `?ignoreTLS=true` encrypts nothing; `?requireTLS=true` always requires STARTTLS and a valid certificate.',
    createUrlSchema(['smtp', 'smtps'], 'the mail server, such as smtps://user:password@mail.example.com'),
  ),
  from: defineSetting(
    'SMTP_FROM',
    'Sender address, with or without a name. Reply-To contains the address of the visitor. The domain of the sender is also the EHLO name, unless `?name=` in `SMTP_URL` sets a different name.',
    createTextSchema('the sender, such as "Website <site@example.com>"').regex(mailbox, {
      error: ({ input }) => notMailbox(String(input)),
    }),
  ),
  ...recipientSettings.shape,
  dkim: z
    .object({
      domain: dkimSetting('SMTP_DKIM_DOMAIN', 'Domain that signs the emails. Set all three DKIM variables or none.'),
      selector: dkimSetting('SMTP_DKIM_SELECTOR', 'DKIM selector: the name before `._domainkey` in the DNS record.'),
      key: dkimSetting('SMTP_DKIM_KEY', 'DKIM private key in PEM format, preferably set with `SMTP_DKIM_KEY_FILE`.'),
    })
    .transform(({ domain, selector, key }, context) => {
      if (domain && selector && key) return { domain, selector, key }
      if (domain || selector || key) context.addIssue('{}: set all three or none.')
      return undefined
    }),
  publicUrl: publicUrlSetting,
  linkSecret: linkSecretSetting,
})

export type SmtpConfig = ConfiguredTarget<typeof smtpSettings>
