import type { Site } from '@northshelf/site/entries/site.ts'
import { findSingleFile } from '../content/parsed.ts'
import { listReferences } from '../content/schema/walk-schema.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

export const locationRules = defineRules({
  'location/country': {
    means: 'A position is at a location in site.yaml whose country is not known.',
    matters: 'Search engines do not list positions without a country.',
    bad: '  - { name: Remote }',
    good: '  - { name: Remote, remote: true, country: US }',
    fix: 'Add the country in which remote employees may live, or the address of the office.',
  },
}).inFolder(({ files }) => {
  const file = findSingleFile(files, 'site')
  const { source } = file ?? {}
  // The unchecked data, because the fix of another mistake in site.yaml must not cause this warning.
  const { locations, address } = (file?.data ?? {}) as Partial<Site>
  if (!source || !Array.isArray(locations)) return []
  const used = new Set(
    files.flatMap((file) =>
      listReferences(file).flatMap(({ collection, slug }) => (collection === 'locations' ? slug : [])),
    ),
  )
  return locations.flatMap((location: Partial<Site['locations'][number]> | null, index) => {
    const { name, remote, country, office } = location ?? {}
    const isKnown = office || (remote && (country || address))
    if (isKnown || !name || !used.has(name)) return []
    const message = `search engines do not list positions in "${name}", because its country is missing`
    const help = remote
      ? 'Add "country:" to this location, such as country: US.'
      : 'Add "office:" to this location, such as office: { locality: Hamburg, country: DE }.'
    const details = { rule: 'location/country', severity: 'warning' as const, message, help }
    return createProblemAt(source, source.range(['locations', index, 'name']), details)
  })
})
