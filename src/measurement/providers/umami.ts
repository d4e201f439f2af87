import { type EntryOf, loadScript, type SendEvent, type SettingTypes } from '../provider.ts'

export const name = 'Umami'
export const settings = ({ z, server }: SettingTypes) => ({
  id: z.uuid().describe('Website ID in Umami'),
  server: server.optional().describe('Address of your own server; default: Umami Cloud'),
})
type Entry = EntryOf<typeof settings>

const findScript = ({ server = 'https://cloud.umami.is' }: Entry) => `${server}/script.js`
const findHost = ({ server = 'https://gateway.umami.is' }: Entry) => server

export const listAddresses = (entry: Entry) => ({ script: [findScript(entry)], connect: [findHost(entry)] })

/** https://umami.is/docs/tracker-configuration and https://umami.is/docs/tracker-functions */
export function start(entry: Entry): SendEvent {
  const loaded = loadScript<{ track: SendEvent }>(findScript(entry), 'umami', {
    'data-website-id': entry.id,
    'data-host-url': findHost(entry),
    // Some versions would otherwise store an id in the browser.
    'data-identity-stitching': 'false',
  })
  return async (event, data) => (await loaded).track(event, data)
}
