import path from 'node:path'
import type { ParsedFolder } from '../content/parsed.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import type { Problem } from '../diagnostics/problem.ts'
import type { DryRun } from '../engine/dry-run.ts'
import { type LoadOptions, parseFolder } from '../engine/load.ts'
import { type ContentItem, listContentItems } from './content-item.ts'
import { findItem } from './find-item.ts'
import { findItemPages } from './item-pages.ts'
import { type ItemUse, listUses } from './uses.ts'

/** All items of a content folder, and where they are used. */
export interface ContentIndex {
  /** Absolute path of the content folder. */
  folder: string
  parsed: ParsedFolder
  items: readonly ContentItem[]
  problems: readonly Problem[]
  dryRun: DryRun
  /** @throws Failure with exit code 2 if no item or more than one item has the name */
  find(name: string): ContentItem
  usesOf(item: ContentItem): readonly ItemUse[]
  shownOn(item: ContentItem): ReturnType<typeof findItemPages>
}

/** @throws Failure with exit code 2 if there is no content folder */
export async function readContentIndex(content: string, options: LoadOptions = {}) {
  const folder = path.resolve(content)
  const { parsed, problems, dryRun } = await parseFolder(folder, options)
  if (problems.some(({ rule }) => rule === 'folder/missing'))
    throw new Failure(`There is no content folder ${folder}.`, exitCodes.usage)
  const items = listContentItems(parsed)
  const uses = listUses(parsed, items)
  const index: ContentIndex = {
    ...{ folder, parsed, items, problems, dryRun },
    find: (name) => findItem(name, items, folder),
    usesOf: (item) => uses.get(item) ?? [],
    shownOn: (item) => findItemPages(item, parsed, items, uses),
  }
  return index
}
