import { getReferenceName } from '@northshelf/site/collections/addresses.ts'
import { getPageAddress } from '../content/addresses.ts'
import { DOCUMENTS_FOLDER, toDocumentAddress } from '../content/document-names.ts'
import { SITE_FACT_NAMES } from '../content/facts.ts'
import { findSingleFile, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'
import { listSitePartNames, referencedSiteParts } from '../content/site-part-names.ts'

/** A part of the content that other content can refer to by name. */
export interface ContentItem {
  kind: 'entry' | 'fact' | 'image' | 'document' | 'part'
  /**
   * Name such as `services/amazon-seo`, `facts/reply-time` or `images/shelves.jpg`, or `dialogs/contact` for a part of
   * site.yaml.
   */
  name: string
  collection: string
  /** The item's name in references. */
  reference: string
  /** The item's file, or the file that contains it, relative to the parent of the content folder. */
  file: string
  /** Parsed file; set only for entries. */
  entry?: ParsedFile
  /** Address of an entry with a page, or of a download; undefined for all other items. */
  address?: string | undefined
}

export function listContentItems({ files, facts, images, documents }: ParsedFolder): ContentItem[] {
  const site = findSingleFile(files, 'site')
  const home = findSingleFile(files, 'facts')?.file ?? ''
  const root = (files[0]?.file ?? '').split('/')[0]
  const entries = files.flatMap((entry): ContentItem[] => {
    const { collection, folder, slug, file } = entry
    if (!collection) return []
    const named = { collection: collection.name, reference: getReferenceName(collection, entry) }
    return [{ kind: 'entry', name: `${folder}/${slug}`, ...named, file, entry, address: getPageAddress(entry) }]
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
  const identity = site ? SITE_FACT_NAMES : []
  return [
    ...entries,
    ...referencedSiteParts.flatMap((part) =>
      add('part', part, listSitePartNames(site?.data, part), () => site?.file ?? ''),
    ),
    ...add('fact', 'facts', facts.keys(), () => home),
    ...add('fact', 'facts', identity, () => site?.file ?? ''),
    ...add('image', 'images', images, (name) => `${root}/images/${name}`),
    ...add('document', DOCUMENTS_FOLDER, documents, (name) => `${root}/${DOCUMENTS_FOLDER}/${name}`).map((item) => ({
      ...item,
      address: toDocumentAddress(item.reference),
    })),
  ]
}
