import { type EntryOf, loadScript, type SendEvent, type SettingTypes } from '../provider.ts'

export const name = 'Google Analytics'
export const settings = ({ z }: SettingTypes) => ({
  id: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'an ID such as G-1A2B3C4D5E')
    .describe('Measurement ID of the data stream')
    .meta({ examples: ['G-1A2B3C4D5E'] }),
})

/** As documented for use without Google Signals: https://developers.google.com/tag-platform/security/guides/csp */
export const listAddresses = () => ({
  script: ['https://*.googletagmanager.com'],
  connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
  img: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
})

/** Allows no use for advertising. https://developers.google.com/tag-platform/security/guides/consent */
export function start({ id }: EntryOf<typeof settings>): SendEvent {
  const dataLayer: unknown[] = []
  Object.assign(window, { dataLayer })
  function gtag(..._command: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: gtag.js ignores arrays
    dataLayer.push(arguments)
  }
  const advertising = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
  gtag('consent', 'default', { analytics_storage: 'granted', ...advertising })
  gtag('js', new Date())
  gtag('config', id, { allow_google_signals: false })
  void loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}`)
  return (event, data) => gtag('event', event, data)
}
