import type { ReadResult } from '../../src/forms/answers.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { readEntries, readJson } from '../../src/forms/read.ts'
import type { TextEntry, Upload } from '../http/entry.ts'
import type { JsonObject } from '../http/read-json.ts'

/** What a request brought, before any form is known. */
export interface Post {
  /** A JSON body, else undefined. */
  json: JsonObject | undefined
  /** Names and texts of a form; none of JSON. */
  entries: readonly TextEntry[]
  uploads: readonly Upload[]
  /** Names under which files came that no form takes. */
  strays: readonly string[]
}

/** The text of a name, the last one when it came several times. */
export function textOf(post: Post, name: string): string | undefined {
  if (!post.json) return post.entries.findLast((entry) => entry[0] === name)?.[1]
  const value = Object.hasOwn(post.json, name) ? post.json[name] : undefined
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

export function readPost(contract: Contract, post: Post): ReadResult {
  return post.json ? readJson(contract, post.json) : readEntries(contract, post.entries)
}
