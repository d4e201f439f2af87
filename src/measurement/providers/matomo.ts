import { type EntryOf, loadScript, type SendEvent, type SettingTypes } from '../provider.ts'

export const name = 'Matomo'
export const settings = ({ z, server }: SettingTypes) => ({
  id: z.int().min(1).describe('Number of the website in Matomo'),
  server: server.describe('Address of Matomo, such as https://example.matomo.cloud'),
})
type Entry = EntryOf<typeof settings>

export const listAddresses = ({ server }: Entry) => ({ script: [server], connect: [server] })

type Command = (string | number)[]

/** Sets cookies only after a question. https://developer.matomo.org/guides/spa-tracking */
export function start({ server, id, ask }: Entry): SendEvent {
  const commands: Command[] = [
    ['setTrackerUrl', `${server}/matomo.php`],
    ['setSiteId', id],
    // Otherwise, some requests would be images, which the policy forbids.
    ['alwaysUseSendBeacon'],
    ...(ask ? [] : [['disableCookies']]),
    ['trackPageView'],
    ['enableLinkTracking'],
  ]
  Object.assign(window, { _paq: commands })
  const loaded = loadScript<Command[]>(`${server}/matomo.js`, '_paq')
  let shown = window.location.href
  // Client-side navigation (src/client) sets the title when it shows a page.
  new MutationObserver(async () => {
    const { href } = window.location
    if (href === shown) return
    const page = [
      ['setReferrerUrl', shown],
      ['setCustomUrl', href],
      ['setDocumentTitle', document.title],
    ]
    shown = href
    ;(await loaded).push(...page, ['trackPageView'])
  }).observe(document.querySelector('title') as Node, { childList: true })
  return async (event, data) => (await loaded).push(['trackEvent', event, ...Object.values(data)])
}
