import { referenceTo } from '@northshelf/site/collections/addresses.ts'
import { pathOf } from '../content/addresses.ts'
import { DOCUMENTS, documentAddress } from '../content/document-names.ts'
import { IDENTITY } from '../content/facts.ts'
import { listNames, namedBySite } from '../content/named-by-site.ts'
import { findSingle, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'

/** Something that content has under a name, so that other content can use it. */
export interface Thing {
  kind: 'entry' | 'fact' | 'image' | 'document' | 'part'
  /** As people say it: `services/amazon-seo`, `facts/reply-time`, `images/shelves.jpg`, `dialogs/contact` of site.yaml. */
  name: string
  /** What schemas say that a reference to it leads to, and how such a reference names it. */
  collection: string
  reference: string
  /** The file that it is, or stands in; relative to the parent of the content folder. */
  file: string
  /** Of an entry. */
  entry?: ParsedFile
  /** Of an entry with a page, and of what can be downloaded. */
  address?: string | undefined
}

/** Everything that has a name. What is used and never defined has none: `site check` says so. */
export function listThings({ files, facts, images, documents }: ParsedFolder): Thing[] {
  const site = findSingle(files, 'site')
  const home = findSingle(files, 'facts')?.file ?? ''
  const root = (files[0]?.file ?? '').split('/')[0]
  const entries = files.flatMap((entry): Thing[] => {
    const { collection, folder, slug, file } = entry
    if (!collection) return []
    const named = { collection: collection.name, reference: referenceTo(collection, entry) }
    return [{ kind: 'entry', name: `${folder}/${slug}`, ...named, file, entry, address: pathOf(entry) }]
  })
  const add = (kind: Thing['kind'], collection: string, names: Iterable<string>, fileOf: (name: string) => string) =>
    [...names].map((name): Thing => {
      return { kind, name: `${collection}/${name}`, collection, reference: name, file: fileOf(name) }
    })
  const identity = site ? IDENTITY : []
  return [
    ...entries,
    ...namedBySite.flatMap((part) => add('part', part, listNames(site?.data, part), () => site?.file ?? '')),
    ...add('fact', 'facts', facts.keys(), () => home),
    ...add('fact', 'facts', identity, () => site?.file ?? ''),
    ...add('image', 'images', images, (name) => `${root}/images/${name}`),
    ...add('document', DOCUMENTS, documents, (name) => `${root}/${DOCUMENTS}/${name}`).map((thing) => ({
      ...thing,
      address: documentAddress(thing.reference),
    })),
  ]
}
