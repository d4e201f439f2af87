import { getPageAddress } from '../../content/addresses.ts'
import type { ParsedFolder } from '../../content/parsed.ts'
import { getPublicationStatus, type PublicationStatus } from '../../content/publication.ts'
import { findFolderAddresses } from '../../content/site-settings.ts'
import { listContentItems } from '../../refactor/content-item.ts'
import { findTitle } from '../labels.ts'

/** A possible value of a reference field. */
export interface Choice {
  name: string
  title: string
}

export interface ListedFile {
  file: string
  /** Folder of the file's collection; empty for files outside collections. */
  folder: string
  title: string
  state: PublicationStatus['state']
  /** Address of the file's page. */
  address: string | undefined
}

/** Lists the possible values of a reference. @param of a collection, a list in site.yaml, `facts` or `images` */
export function listChoices(folder: ParsedFolder, of: string): Choice[] {
  return listContentItems(folder).flatMap(({ kind, collection, reference: name, entry }): Choice[] => {
    // Omit facts that are defined in site.yaml.
    if (collection !== of || (kind === 'fact' && !folder.facts.has(name))) return []
    if (entry) return [{ name, title: findTitle(entry.data) ?? entry.slug }]
    return [{ name, title: (kind === 'fact' && folder.facts.get(name)) || name }]
  })
}

/** Sorts `article-2` before `article-10`. */
const natural = new Intl.Collator('en', { numeric: true })

/** Lists all content files, sorted by folder and path in natural order. */
export function listContentFiles({ files, edition }: ParsedFolder): ListedFile[] {
  const addresses = findFolderAddresses(files)
  const listed = files.map((parsed): ListedFile => {
    const { file, folder, slug, data, collection } = parsed
    const title = (collection && findTitle(data)) ?? slug
    const { state } = getPublicationStatus(parsed, edition.today)
    return { file, folder, title, state, address: getPageAddress(parsed, addresses) }
  })
  return listed.sort((a, b) => natural.compare(a.folder, b.folder) || natural.compare(a.file, b.file))
}
