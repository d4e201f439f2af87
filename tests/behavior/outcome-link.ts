import { systemClock } from '../../relay/clock.ts'
import { createAttachmentLinks } from '../../relay/targets/attachment-links.ts'

/** Secret with which the relay of `runRelay` signs links. */
export const LINK_SECRET = 'a secret of 24 characters'

/** Returns the link with which a team records the outcome of a submission, as in an email. */
export function createOutcomeLink(publicUrl: string, id: string): string {
  const settings = { publicUrl, secret: LINK_SECRET, outcomes: true, clock: systemClock }
  // Links to record outcomes do not use the store.
  return createAttachmentLinks({ ...settings, store: {} as never }).linkToOutcome(id) ?? ''
}
