import type { z } from 'zod'
import type { Reference } from '../../src/content/references.ts'
import type { Site } from '../../src/content/site.ts'
import type { CollectionName } from '../../src/content/text.ts'
import { nearest } from './nearest.ts'
import type { Problem } from './problem.ts'
import type { ContentFile } from './read.ts'
import type { Source } from './source.ts'

/** An entry that fits its schema, with what is needed to follow its references. */
export interface Checked {
  source: Source
  schema: z.ZodType
  data: unknown
  references: Reference[]
}

/** Every reference must name an entry that has a file; one that is there but broken is reported only once, as itself. */
export function checkReferences(
  files: ContentFile[],
  facts: ReadonlyMap<string, string>,
  site: Site | undefined,
  checked: Checked[],
): Problem[] {
  const homes = new Map<CollectionName, Map<string, string>>()
  const add = (collection: CollectionName, slug: string, home: string) => {
    const known = homes.get(collection) ?? new Map<string, string>()
    homes.set(collection, known.set(slug, home))
  }
  for (const { collection, slug, file } of files) {
    if (collection.folder === 'blog' || collection.folder === 'insights')
      add('articles', `${collection.folder}/${slug}`, file)
    else if (collection.folder !== 'pages') add(collection.folder as CollectionName, slug, file)
  }
  for (const name of facts.keys()) add('facts', name, 'facts.yaml')
  for (const group of site?.serviceGroups ?? []) add('serviceGroups', group.id, 'site.yaml')

  return checked.flatMap(({ source, references }) =>
    references.flatMap(({ collection, slug, path }): Problem[] => {
      const known = homes.get(collection)
      if (known?.has(slug) || (collection === 'serviceGroups' && !site)) return []
      const meant = nearest(slug, known?.keys() ?? [])
      return [
        {
          rule: 'ref/unknown-slug',
          severity: 'error',
          file: source.file,
          ...source.locate(path),
          message: `${collection} has no "${slug}"`,
          expected: expectedHome(source.file, collection, slug),
          help: meant ? `Did you mean ${meant} (${known?.get(meant)})?` : 'Add that file, or remove the reference.',
        },
      ]
    }),
  )
}

/** The file that would have to exist. */
function expectedHome(file: string, collection: CollectionName, slug: string): string {
  const folder = file.slice(0, file.indexOf('/'))
  if (collection === 'facts') return `"${slug}" in ${folder}/facts.yaml`
  if (collection === 'serviceGroups') return `"${slug}" in serviceGroups of ${folder}/site.yaml`
  if (collection === 'articles') return `the file ${folder}/${slug}.md`
  return `the file ${folder}/${collection}/${slug}.${collection === 'jobs' ? 'md' : 'yaml'}`
}
