import { getReferenceName } from '@northshelf/site/collections/addresses.ts'
import { parse } from 'yaml'
import type { ContentFiles } from '../../content/content-files.ts'
import { readContentFolder } from '../../content/read.ts'
import { listSitePartNames, referencedSiteParts } from '../../content/site-part-names.ts'
import { valueAt } from '../../content/value-at.ts'

/** All names that content can refer to, even if the content has errors. */
export interface KnownNames {
  of(collection: string): string[]
  images: string[]
  /** Country of the company or of its first location, such as `GB`; undefined if site.yaml has neither. */
  country?: string | undefined
}

export function readKnownNames(content: ContentFiles): KnownNames {
  const { files, singles, images } = readContentFolder(content)
  const known = new Map<string, string[]>()
  const add = (collection: string, slug: string) => known.set(collection, [...(known.get(collection) ?? []), slug])
  for (const file of files) add(file.collection.name, getReferenceName(file.collection, file))
  for (const name of Object.keys(read(singles.get('facts.yaml')?.text))) add('facts', name)
  const site = read(singles.get('site.yaml')?.text)
  for (const part of referencedSiteParts) for (const name of listSitePartNames(site, part)) add(part, name)
  const countries = [valueAt(site, ['address', 'country']), valueAt(site, ['locations', 0, 'country'])]
  const country = countries.find((code) => typeof code === 'string')
  return { of: (collection) => known.get(collection) ?? [], images: [...images], country }
}

function read(text: string | undefined): Record<string, unknown> {
  try {
    const data: unknown = parse(text ?? '')
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
