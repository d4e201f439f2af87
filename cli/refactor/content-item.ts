import { referenceTo } from '@northshelf/site/collections/addresses.ts'
import { pathOf } from '../content/addresses.ts'
import { DOCUMENTS, documentAddress } from '../content/document-names.ts'
import { IDENTITY } from '../content/facts.ts'
import { listNames, namedBySite } from '../content/named-by-site.ts'
import { findSingle, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'

/** A part of the content that other content can refer to by name. */
export interface ContentItem {
  kind: 'entry' | 'fact' | 'image' | 'document' | 'part'
  /**
   * Name such as `services/amazon-seo`, `facts/reply-time` or `images/shelves.jpg`, or `dialogs/contact` for a part of
   * site.yaml.
   */
  name: string
  /** The item's collection, and its name in references. */
  collection: string
  reference: string
  /** The item's file, or the file that contains it, relative to the parent of the content folder. */
  file: string
  /** Parsed file; set only for entries. */
  entry?: ParsedFile
  /** Set only for entries with a page, and for downloads. */
  address?: string | undefined
}

/** Lists all content items. (`site check` reports undefined names.) */
export function listContentItems({ files, facts, images, documents }: ParsedFolder): ContentItem[] {
  const site = findSingle(files, 'site')
  const home = findSingle(files, 'facts')?.file ?? ''
  const root = (files[0]?.file ?? '').split('/')[0]
  const entries = files.flatMap((entry): ContentItem[] => {
    const { collection, folder, slug, file } = entry
    if (!collection) return []
    const named = { collection: collection.name, reference: referenceTo(collection, entry) }
    return [{ kind: 'entry', name: `${folder}/${slug}`, ...named, file, entry, address: pathOf(entry) }]
  })
  const add = (
    kind: ContentItem['kind'],
    collection: string,
    names: Iterable<string>,
    fileOf: (name: string) => string,
  ) =>
    [...names].map((name): ContentItem => {
      return { kind, name: `${collection}/${name}`, collection, reference: name, file: fileOf(name) }
    })
  const identity = site ? IDENTITY : []
  return [
    ...entries,
    ...namedBySite.flatMap((part) => add('part', part, listNames(site?.data, part), () => site?.file ?? '')),
    ...add('fact', 'facts', facts.keys(), () => home),
    ...add('fact', 'facts', identity, () => site?.file ?? ''),
    ...add('image', 'images', images, (name) => `${root}/images/${name}`),
    ...add('document', DOCUMENTS, documents, (name) => `${root}/${DOCUMENTS}/${name}`).map((item) => ({
      ...item,
      address: documentAddress(item.reference),
    })),
  ]
}
