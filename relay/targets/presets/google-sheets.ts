import type { Preset } from './preset.ts'

/** A web app of Google Apps Script, which writes to a sheet: https://developers.google.com/apps-script/guides/web */
export const googleSheets: Preset = {
  url: 'https://script.google.com/macros/s/…/exec',
  path: /\/s\/[\w-]+\/exec$/,
  body: { id: '{_id}', received: '{_received}', form: '{_form}', values: '{_values}' },
  // After running the script, Google redirects to its output:
  // https://developers.google.com/apps-script/guides/content#redirects
  // If the script fails or returns nothing, it responds with 200 and a page; without access, it redirects to a login.
  isAccepted: ({ status, location }) =>
    status === 302 && /^https:\/\/script\.googleusercontent\.com\//.test(location ?? ''),
}
