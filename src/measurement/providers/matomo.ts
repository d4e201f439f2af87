import { type EntryOf, loadScript, type RequestedAddresses, type SettingTypes, type Tracker } from '../provider.ts'

export const name = 'Matomo'
export const settings = ({ z, server }: SettingTypes) => ({
  id: z.int().min(1).describe('Number of the website in Matomo'),
  server: server
    .describe('Address of your own server or at Matomo Cloud')
    .meta({ examples: ['https://northshelf.matomo.cloud'] }),
})
type Entry = EntryOf<typeof settings>

export const listAddresses = ({ server }: Entry): RequestedAddresses => ({ script: [server], connect: [server] })

type Command = (string | number)[]

/** Without a question, sets no cookies. https://developer.matomo.org/guides/spa-tracking */
export function start({ server, id, ask }: Entry): Tracker {
  // Without `alwaysUseSendBeacon`, some requests would be images, which the policy forbids.
  const options: Command[] = [['alwaysUseSendBeacon'], ...(ask ? [] : [['disableCookies']])]
  const site: Command[] = [
    ['setTrackerUrl', `${server}/matomo.php`],
    ['setSiteId', id],
  ]
  Object.assign(window, { _paq: [...options, ...site, ['trackPageView'], ['enableLinkTracking']] })
  const loaded = loadScript<Command[]>(`${server}/matomo.js`, '_paq')
  return {
    send: async (event, data) => (await loaded).push(['trackEvent', event, ...Object.values(data)]),
    async view(previousUrl) {
      const page: Command[] = [
        ['setReferrerUrl', previousUrl],
        ['setCustomUrl', window.location.href],
        ['setDocumentTitle', document.title],
      ]
      ;(await loaded).push(...page, ['trackPageView'])
    },
  }
}
