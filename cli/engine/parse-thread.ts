import { collections } from '@northshelf/site/collections/list.ts'
import Tinypool from 'tinypool'
import { hash } from '../cache.mjs'
import { createMarkdown } from '../content/markdown/markdown.ts'
import { createParser } from '../content/parse.ts'
import type { TextFile } from '../content/read-text.ts'
import { findInFile } from '../rules/list.ts'
import { type FileRecord, recordOf } from './saved-results.ts'

/** What a thread does that parses content files. */
export interface ParseSetup {
  /** Those that stand by themselves, such as `site.yaml`, by name. */
  singles: [name: string, file: TextFile][]
}

export interface ParseInput extends TextFile {
  collection: string
  folder: string
  slug: string
  /** Hash of the facts that it names, if any. */
  facts: string
}

const { singles } = Tinypool.workerData as ParseSetup
const parser = createParser({ singles: new Map(singles) }, createMarkdown())
const all = hash(parser.filled)
const look = findInFile(parser.given)

/** @returns what flawless files came to; the others are parsed once more where their faults are told */
export default async function parseFiles(inputs: readonly ParseInput[]): Promise<(FileRecord | undefined)[]> {
  const records = []
  for (const { collection: name, facts, ...input } of inputs) {
    const collection = collections.find((one) => one.name === name)
    const file = collection && { ...input, collection }
    records.push(file && recordOf(file, facts, await parser.file(file), all, look))
  }
  return records
}
