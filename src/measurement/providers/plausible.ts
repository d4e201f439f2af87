import { type EntryOf, loadScript, type SendEvent, type SettingTypes } from '../provider.ts'

export const name = 'Plausible Analytics'
export const settings = ({ line, url }: SettingTypes) => ({
  domain: line.describe('Domain of the site, as in Plausible'),
  script: url.default('https://plausible.io/js/script.js').describe('Address of the script, as in Plausible'),
})
type Entry = EntryOf<typeof settings>

export const listAddresses = ({ script }: Entry) => ({ script: [script], connect: [script] })

type Plausible = (event: string, options: { props: Record<string, string> }) => void

/** https://plausible.io/docs/custom-event-goals */
export function start({ script, domain }: Entry): SendEvent {
  // Scripts of a single site (`pa-….js`) start only if they find options.
  Object.assign(window, { plausible: { o: {} } })
  const loaded = loadScript<Plausible>(script, 'plausible', { 'data-domain': domain })
  return async (event, props) => (await loaded)(event, { props })
}
