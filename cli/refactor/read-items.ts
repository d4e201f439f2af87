import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { listAddresses } from '../content/addresses.ts'
import { findSingleFile, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'
import { listSitePartNames, referencedSiteParts } from '../content/site-part-names.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { type CheckedContent, checkSaved, type LoadOptions } from '../engine/load.ts'
import { type ContentItem, findItem, listContentItems } from './content-item.ts'
import { type ItemUse, listUses } from './uses.ts'

/** All items of a content folder, and where they are used. */
export interface ContentIndex extends Omit<CheckedContent, 'content'>, Pick<Content, 'translatedPages'> {
  /** Absolute path of the content folder. */
  folder: string
  items: readonly ContentItem[]
  /** The pages that exist in several languages; none if there are errors. */
  translatedPages: Content['translatedPages']
  /** @throws Failure with exit code 2 if no item or more than one item has the name */
  find(name: string): ContentItem
  usesOf(item: ContentItem): readonly ItemUse[]
  shownOn(item: ContentItem): ItemPages
}

interface ItemPages {
  /** Addresses of the pages, sorted. */
  pages: string[]
  /**
   * Whether a shared part of site.yaml, such as the menu, uses the item. If so, any page may show it, and `pages` lists
   * all pages.
   */
  everyPage: boolean
}

/** @throws Failure with exit code 2 if there is no content folder */
export async function readContentIndex(content: string, options: LoadOptions = {}): Promise<ContentIndex> {
  const folder = path.resolve(content)
  const checked = await checkSaved(folder, options)
  if (checked.problems.some(({ rule }) => rule === 'folder/missing'))
    throw new Failure(`There is no content folder ${folder}.`, exitCodes.usage)
  return createContentIndex(checked)
}

export function createContentIndex({ content, ...checked }: CheckedContent): ContentIndex {
  const { parsed, files } = checked
  const { folder } = files
  const items = listContentItems(parsed)
  const uses = listUses(parsed, items)
  return {
    ...checked,
    folder,
    items,
    translatedPages: content?.translatedPages ?? new Map(),
    find: (name) => findItem(name, items, folder),
    usesOf: (item) => uses.get(item) ?? [],
    shownOn: (item) => findItemPages(item, parsed, items, uses),
  }
}

/**
 * Lists the pages that show an item: its own page, and pages that use it directly or through other items, such as a
 * fact in a list of questions. Omits pages that only link to the item, and pages that only link to a listed page, for
 * example from a card.
 */
function findItemPages(
  item: ContentItem,
  { files }: ParsedFolder,
  items: readonly ContentItem[],
  uses: ReadonlyMap<ContentItem, readonly ItemUse[]>,
): ItemPages {
  const addresses = listAddresses(files)
  const site = findSingleFile(files, 'site')
  const pages = new Set<string>()
  const seen = new Set<ContentItem>()
  let everyPage = false

  const follow = (current: ContentItem | undefined) => {
    if (!current || seen.has(current)) return
    seen.add(current)
    if (current.entry && current.address !== undefined) pages.add(current.address)
    if (current.collection === 'dialogs')
      for (const { path, anchors } of addresses) if (anchors?.has(`dialog-${current.reference}`)) pages.add(path)
    if (site && current.kind === 'fact' && current.file === site.file) everyPage = true
    for (const use of uses.get(current) ?? []) {
      if (use.kind === 'link') continue
      const { file, path } = use
      const user = items.find(({ entry }) => entry === file)
      if (user?.address !== undefined) pages.add(user.address)
      else if (user) follow(user)
      else if (referencedSiteParts.includes(String(path[0]))) follow(partAt(file, path))
      else {
        const own = addresses.filter((address) => belongsTo(address.file, path))
        for (const address of own) pages.add(address.path)
        if (own.length === 0) everyPage = true
      }
    }
  }
  const partAt = ({ data }: ParsedFile, [part = '', key]: ItemUse['path']) => {
    const name = typeof key === 'number' ? listSitePartNames(data, String(part))[key] : String(key)
    return items.find(({ collection, reference }) => collection === part && reference === name)
  }
  follow(item)
  const all = everyPage ? addresses.map(({ path }) => path) : [...pages]
  return { pages: all.sort(), everyPage }
}

/** Reports whether a field of site.yaml is used only by the pages of this file's collection. */
function belongsTo({ collection, folder }: ParsedFile, [first, second]: ItemUse['path']): boolean {
  const [group, own] = (collection?.words ?? '').replace('{folder}', folder).split('.')
  return group === first && (own === undefined || own === second)
}
