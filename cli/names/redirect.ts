import { readFileSync } from 'node:fs'
import path from 'node:path'
import { recordMove } from '../content/record-move.ts'
import type { Named } from './named.ts'
import type { Change } from './rename.ts'
import { findSingle } from './thing.ts'

/** The change of `redirects.yaml` that leads the old address of a page to its new one; none where there is no such file. */
export function redirectChange({ folder, parsed }: Named, from: string, to: string): Change | undefined {
  const single = findSingle(parsed.files, 'redirects')
  if (!single) return undefined
  const file = `${path.basename(folder)}/redirects.yaml`
  const before = single ? readFileSync(path.join(folder, 'redirects.yaml'), 'utf8') : ''
  return { file, to: file, before, after: recordMove(before, from, to), edits: 1 }
}
