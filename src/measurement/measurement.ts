import { z } from 'zod'
import { parseValidUrl } from '../schema/parse-url.ts'
import * as providers from './list.ts'
import { settingTypes } from './setting-types.ts'

const { line } = settingTypes
const entrySchemas = Object.entries(providers).map(([provider, { name, settings }]) =>
  z.strictObject({
    provider: z.literal(provider as keyof typeof providers).describe(name),
    ask: z.boolean().default(true).describe('true: load nothing unless the visitor accepts; false: always load'),
    name: line.default(name).describe('Name of the service on the privacy page'),
    purpose: line.default('Counts page views and sent forms').describe('Purpose on the privacy page'),
    ...(settings(settingTypes) as object),
  }),
)
type EntrySchema = (typeof entrySchemas)[number]
/** An entry of `measurement` in site.yaml. The type omits the settings of its provider. */
export const measurementEntrySchema = z.discriminatedUnion('provider', entrySchemas as [EntrySchema])
export type MeasurementEntry = z.infer<EntrySchema>

/** Directives of the content security policy that services need, without `-src`. */
type Directive = 'script' | 'connect' | 'img'

/** Lists the origins that services request, as allowed by any of the directives. */
export function listMeasurementOrigins(entries: readonly MeasurementEntry[], ...directives: Directive[]): string[] {
  const byName: Record<string, { listAddresses(entry: never): Partial<Record<Directive, string[]>> }> = providers
  const addresses = entries.flatMap((entry) => {
    const requested = byName[entry.provider]?.listAddresses(entry as never)
    return directives.flatMap((directive) => requested?.[directive] ?? [])
  })
  return [...new Set(addresses.map((address) => parseValidUrl(address).origin))]
}

/** Returns the HTML that starts services: their settings as data, because the policy forbids inline scripts, and a script. */
export function formatMeasurementScripts(entries: readonly MeasurementEntry[], src: string): string {
  if (entries.length === 0) return ''
  const settings = JSON.stringify(entries.map(({ name, purpose, ...settings }) => settings)).replace(/</g, '\\u003c')
  return `<script type="application/json" data-measurement="">${settings}</script><script src="${src}" type="module" async fetchpriority="low"></script>`
}
