import { type Labels, labelsSchema } from '@northshelf/site/entries/labels.ts'
import { listMeasurementOrigins, measurementEntrySchema } from '@northshelf/site/measurement/measurement.ts'
import { escapeMarkdown } from '@northshelf/site/schema/markdown.ts'

/** Fact that inserts the table into a text. */
export const MEASUREMENT_TABLE = 'measurement-table'

/**
 * Returns the Markdown table of the services in `measurement`; empty if there are none, or if they are invalid.
 * @param site data of site.yaml, which may not match the schema
 */
export function formatMeasurementTable(site: unknown): string {
  const { measurement, labels } = (site ?? {}) as { measurement?: unknown; labels?: Partial<Labels> }
  const services = measurementEntrySchema.array().safeParse(measurement).data ?? []
  if (services.length === 0) return ''
  const label = (name: keyof Labels) =>
    escapeMarkdown(String(labels?.[name] ?? labelsSchema.shape[name].parse(undefined)))
  const rows = services.map((service) => [
    ...[service.name, service.purpose].map(escapeMarkdown),
    label(service.ask ? 'measurementAsked' : 'measurementAlways'),
    listMeasurementOrigins([service], 'script', 'connect', 'img')
      .map((origin) => `\`${origin.replace('https://', '')}\``)
      .join(', '),
  ])
  const head = (['Service', 'Purpose', 'Loaded', 'Servers'] as const).map((name) => label(`measurement${name}`))
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
