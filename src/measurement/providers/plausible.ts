import { type EntryOf, loadScript, type RequestedAddresses, type SettingTypes, type Tracker } from '../provider.ts'

export const name = 'Plausible Analytics'
export const settings = ({ line, url }: SettingTypes) => ({
  domain: line.describe('Domain of the site, as in Plausible'),
  script: url
    .default('https://plausible.io/js/script.js')
    .describe('Address of the script, if Plausible shows another one or the server is your own'),
})
type Entry = EntryOf<typeof settings>

/** The script sends its data to the server that it comes from. */
export const listAddresses = ({ script }: Entry): RequestedAddresses => ({ script: [script], connect: [script] })

type Plausible = (event: string, options: { props: Record<string, string> }) => void

/** https://plausible.io/docs/custom-event-goals */
export function start({ script, domain }: Entry): Tracker {
  // Options for scripts of a single site (`pa-….js`), which start only if they find some.
  Object.assign(window, { plausible: { o: {} } })
  const loaded = loadScript<Plausible>(script, 'plausible', { 'data-domain': domain })
  return { send: async (event, props) => (await loaded)(event, { props }) }
}
