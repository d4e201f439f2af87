import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findSingle } from '../content/parsed.ts'
import { recordMove } from '../content/record-move.ts'
import type { Named } from './named.ts'
import type { Change } from './rename.ts'

/** The change of `redirects.yaml` that leads the old address of a page to its new one. */
export function redirectChange({ folder, parsed }: Named, from: string, to: string): Change {
  const single = findSingle(parsed.files, 'redirects')
  const file = `${path.basename(folder)}/redirects.yaml`
  const before = single ? readFileSync(path.join(folder, 'redirects.yaml'), 'utf8') : ''
  return { file, to: file, before, after: recordMove(before, from, to), edits: 1 }
}
