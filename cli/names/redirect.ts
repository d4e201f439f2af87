import { readFileSync } from 'node:fs'
import path from 'node:path'
import { recordMove } from '../content/record-move.ts'
import type { Named } from './named.ts'
import type { Change } from './rename.ts'
import { findSingle } from './thing.ts'

/** The change of `redirects.yaml` that leads the old address of a page to its new one; none where there is no such file. */
export function redirectChange({ folder, parsed }: Named, from: string, to: string): Change | undefined {
  const file = findSingle(parsed.files, 'redirects')?.file
  if (!file) return undefined
  const before = readFileSync(path.join(path.dirname(folder), file), 'utf8')
  return { file, to: file, before, after: recordMove(before, from, to), edits: 1 }
}
