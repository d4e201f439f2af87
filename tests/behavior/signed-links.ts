import type { SiteForms } from '../../relay/site-forms.ts'
import { createSignedLink } from '../../relay/targets/attachment-links.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import { getConsentVersion } from '../../src/forms/kinds/consent/version.ts'

const LINK_SECRET = 'a secret of 24 characters'

/** Settings of a relay that serves pages that signed links open. No mail server listens at this address. */
export const linkSettings = {
  RELAY_TARGETS: 'file mail=smtp:consultation',
  RELAY_LINK_SECRET: LINK_SECRET,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'site@agency.example',
  MAIL_TO: 'team@agency.example',
}

/** Returns a link to a page about a submission, as in an email. */
export function createPageLink(publicUrl: string, page: 'outcome' | 'consent', id: string): string {
  return createSignedLink({ publicUrl, linkSecret: LINK_SECRET }, id, page, Date.now() + 24 * 60 * 60_000) ?? ''
}

const TEXT = 'Email me new articles. I can stop this at any time.'

/** The answer of a visitor who gives the consent that `withConsent` adds. */
export const consentAnswer = { news: getConsentVersion({ text: TEXT }) }

/** Adds a consent that visitors confirm by email to the form of consultations, only in the relay. */
export function withConsent({ site, forms }: SiteForms): SiteForms {
  const { consultation } = forms
  const news = { kind: 'consent', name: 'news', label: 'News', text: TEXT, confirm: 'email' }
  const groups = [...(consultation?.groups ?? []), { fields: [news] }]
  return { site, forms: { ...forms, consultation: contractSchema.parse({ ...consultation, groups }) } }
}
