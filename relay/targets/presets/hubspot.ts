import type { Preset } from './preset.ts'

/**
 * The Forms API, because HubSpot attributes only contacts from forms to a source.
 * https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/submit-data-unauthenticated
 */
export const hubspot: Preset = {
  url: 'https://api.hsforms.com/submissions/v3/integration/submit/<portal id>/<form id>',
  path: /^\/submissions\/v3\/integration\/(?:secure\/)?submit\/\d+\/[\w-]+$/,
  // https://developers.hubspot.com/docs/faq/how-do-i-set-multiple-values-for-checkbox-properties
  separator: ';',
  textOnly: true,
}
