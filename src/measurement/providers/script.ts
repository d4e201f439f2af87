import { type EntryOf, loadScript, type SendEvent, type SettingTypes } from '../provider.ts'

export const name = 'Any other script'
export const settings = ({ z, line, url }: SettingTypes) => ({
  name: line.describe('Name of the service on the privacy page'),
  script: url.describe('Address of the script'),
  connect: z.array(url).default([]).describe('Addresses of the servers to which the script sends data'),
  images: z.array(url).default([]).describe('Addresses of the servers from which the script loads images'),
})
type Entry = EntryOf<typeof settings>

export const listAddresses = ({ script, connect, images }: Entry) => ({ script: [script], connect, img: images })

/** Dispatches events in the document, where the script can listen to them. */
export function start({ script }: Entry): SendEvent {
  void loadScript(script)
  return (event, detail) => document.dispatchEvent(new CustomEvent(event, { detail }))
}
