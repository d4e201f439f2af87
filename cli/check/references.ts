import { listReferences } from '../../src/content/references.ts'
import type { CollectionName } from '../../src/content/text.ts'
import { namedBySite } from '../content/named-by-site.ts'
import { nearest, surelyMeant } from '../content/nearest.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { oncePer } from './once-per.ts'

const referencesOf = oncePer(({ source, schema, data }: ParsedFile) =>
  listReferences(schema, source ? data : undefined),
)

function listOf(value: unknown): (Record<string, unknown> | null)[] {
  return Array.isArray(value) ? value : []
}

/** Every reference must name an entry that has a file; one that is there but broken is reported only once, as itself. */
export function references({ files, facts }: ParsedFolder): Problem[] {
  const homes = new Map<CollectionName, Map<string, string>>()
  const add = (collection: CollectionName, slug: string, home: string) => {
    const known = homes.get(collection) ?? new Map<string, string>()
    homes.set(collection, known.set(slug, home))
  }
  for (const { collection, slug, file } of files) {
    if (!collection || collection.folder === 'pages') continue
    if (collection.folder === 'blog' || collection.folder === 'insights')
      add('articles', `${collection.folder}/${slug}`, file)
    else add(collection.folder as CollectionName, slug, file)
  }
  for (const name of facts.keys()) add('facts', name, 'facts.yaml')
  const site = files.find((file) => !file.collection && file.slug === 'site')
  const lists = (site?.data ?? {}) as Record<keyof typeof namedBySite, unknown>
  for (const [list, key] of Object.entries(namedBySite) as [keyof typeof namedBySite, string][])
    for (const item of listOf(lists[list])) add(list, String(item?.[key]), 'site.yaml')

  return files.flatMap((file) =>
    referencesOf(file).flatMap(({ collection, slug, path }): Problem[] => {
      const { source } = file
      const known = homes.get(collection)
      if (!source || slug === '' || known?.has(slug) || (collection in namedBySite && !site?.data)) return []
      const names = [...(known?.keys() ?? [])]
      const meant = nearest(slug, names)
      const sure = surelyMeant(slug, names)
      const [start, end] = source.rangeOfWord(path, slug)
      return [
        {
          rule: 'ref/unknown-slug',
          severity: 'error',
          file: source.file,
          ...source.place([start, end]),
          message: `${collection} has no "${slug}"`,
          expected: expectedHome(source.file, collection, slug),
          help: meant ? `Did you mean ${meant} (${known?.get(meant)})?` : 'Add that file, or remove the reference.',
          fix: sure ? { edits: [{ start, end, text: sure }] } : undefined,
        },
      ]
    }),
  )
}

/** The file that would have to exist. */
function expectedHome(file: string, collection: CollectionName, slug: string): string {
  const folder = file.slice(0, file.indexOf('/'))
  if (collection === 'facts') return `"${slug}" in ${folder}/facts.yaml`
  if (collection in namedBySite) return `"${slug}" in ${collection} of ${folder}/site.yaml`
  if (collection === 'articles') return `the file ${folder}/${slug}.md`
  return `the file ${folder}/${collection}/${slug}.${collection === 'jobs' ? 'md' : 'yaml'}`
}
