import type { Preset } from './preset.ts'

/** https://airtable.com/developers/web/api/create-records */
export const airtable: Preset = {
  url: 'https://api.airtable.com/v0/<base id>/<table>',
  path: /^\/v0\/app\w+\/[^/]+$/,
  // Columns are named like the form's fields. `typecast` converts texts to the type of the column.
  body: { fields: '{_values}', typecast: true },
  requiredHeader: 'authorization',
}
