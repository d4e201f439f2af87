import path from 'node:path'
import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Explanations } from '../diagnostics/explanation.ts'
import type { Finding } from '../diagnostics/problem.ts'
import { DOCUMENTS, documentKinds } from './document-names.ts'
import { isSlug, toSlug } from './slug.ts'

/** What an entry is. */
export interface Place {
  collection: Collection
  folder: string
  slug: string
}

const ENDINGS = /(?:\.(?:ya?ml|md|markdown|mdx|json))+$/i
/** What somebody writes who means content. Other files beside it are none of ours. */
export const isMeantAsContent = (name: string): boolean => ENDINGS.test(name)
/** A name without endings that somebody, or a program, has added once too often. */
export const bareName = (name: string): string => name.replace(ENDINGS, '')

/**
 * What a file in a folder of entries is, or why it cannot be one; undefined where it is none of ours.
 * @param file relative to the parent of the content folder
 */
export function placeEntry(file: string): Place | Finding | undefined {
  const [root, folder = '', name = '', ...deeper] = file.split('/')
  const { name: slug, ext } = path.parse(name)
  const kinds = collections.filter(({ folders }) => folder in folders)
  if (kinds.length === 0) return undefined
  if (deeper.length > 0) return isMeantAsContent(file) ? inside(`${root}/${folder}`) : undefined
  const collection = kinds.find(({ extension }) => extension === ext)
  if (collection && isSlug(slug)) return { collection, folder, slug }
  const meant = toSlug(bareName(slug))
  if (collection) return misnamed(slug, meant && meant + ext)
  if (!isMeantAsContent(name) && !isMeantAsContent(slug)) return undefined
  const names = kinds.map(({ extension }) => meant + extension)
  return unplaced(`a file that ends in ${ext} is not read here`, `Name it ${names.join(' or ')}.`)
}

/** Why a file of the folder of documents cannot be published; undefined where it can. */
export function misplacedDocument(file: string): Finding | undefined {
  const [root, , name = '', ...deeper] = file.split('/')
  const { name: slug, ext } = path.parse(name)
  const [kinds, ending] = [Object.keys(documentKinds), ext.toLowerCase()]
  if (deeper.length > 0) return inside(`${root}/${DOCUMENTS}`)
  if (!kinds.includes(ending)) {
    const help = `Here belong ${kinds.join(', ')}; pictures to ${root}/images.`
    return unplaced(`a file that ends in ${ext || slug} is not published for download`, help)
  }
  return isSlug(slug) && ext === ending ? undefined : misnamed(name, toSlug(slug) + ending)
}

export function unplaced(message: string, help: string): Finding {
  return { rule: 'file/unplaced', message, help }
}

function inside(folder: string): Finding {
  return unplaced('folders inside this one are not read', `Move the file to ${folder}.`)
}

function misnamed(name: string, meant: string): Finding {
  const help = `Use lower-case letters, digits and single dashes${meant && `: ${meant}`}.`
  return { rule: 'file/name', message: `"${name}" cannot be an address`, help }
}

export const placeRules: Explanations = {
  'file/unplaced': {
    means: 'A file looks like content and is not read, because of where it is or how its name ends.',
    matters: 'Its page would be missing, and nobody would be told.',
    bad: 'content/blog/drafts/prime-day.md\ncontent/services/seo.yml',
    good: 'content/blog/prime-day.md\ncontent/services/seo.yaml',
    fix: 'Move or rename it. Articles, jobs and long texts end in .md, everything else in .yaml.',
  },
  'file/name': {
    means: 'A file name cannot become an address.',
    matters: 'The name is the end of the page address, which people read, share and type.',
    bad: 'content/blog/Prime Day 2.md',
    good: 'content/blog/prime-day-2.md',
    fix: 'Use lower-case letters, digits and single dashes.',
  },
}
