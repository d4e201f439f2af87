import { systemClock } from '../../relay/clock.ts'
import { createAttachmentLinks } from '../../relay/targets/attachment-links.ts'

const LINK_SECRET = 'a secret of 24 characters'

/** Settings of a relay that serves pages of outcomes. No mail server listens at this address. */
export const outcomeSettings = {
  RELAY_TARGETS: 'file mail=smtp:consultation',
  RELAY_LINK_SECRET: LINK_SECRET,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'site@agency.example',
  MAIL_TO: 'team@agency.example',
}

/** Returns the link with which a team records the outcome of a submission, as in an email. */
export function createOutcomeLink(publicUrl: string, id: string): string {
  const settings = { publicUrl, secret: LINK_SECRET, pages: true, clock: systemClock }
  // Links to record outcomes do not use the store.
  return createAttachmentLinks({ ...settings, store: {} as never }).linkToOutcome(id) ?? ''
}
