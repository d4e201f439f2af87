import path from 'node:path'
import type { ParsedFolder } from '../content/parsed.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import type { Problem } from '../diagnostics/problem.ts'
import type { DryRun } from '../engine/dry-run.ts'
import { type LoadOptions, parseFolder } from '../engine/load.ts'
import { listThings, type Thing } from './content-item.ts'
import { findThing } from './find-item.ts'
import { listShown } from './pages-showing.ts'
import { listUses, type Use } from './uses.ts'

/** What a content folder has under names, and what uses it. */
export interface Named {
  /** Absolute. */
  folder: string
  parsed: ParsedFolder
  things: readonly Thing[]
  problems: readonly Problem[]
  dryRun: DryRun
  /** @throws Failure with exit code 2 when nothing, or more than one thing, has the name */
  find(said: string): Thing
  usesOf(thing: Thing): readonly Use[]
  shownOn(thing: Thing): ReturnType<typeof listShown>
}

/** @throws Failure with exit code 2 when there is no content folder */
export async function readNamed(content: string, options: LoadOptions = {}) {
  const folder = path.resolve(content)
  const { parsed, problems, dryRun } = await parseFolder(folder, options)
  if (problems.some(({ rule }) => rule === 'folder/missing'))
    throw new Failure(`There is no content folder ${folder}.`, exit.usage)
  const things = listThings(parsed)
  const uses = listUses(parsed, things)
  const named: Named = {
    ...{ folder, parsed, things, problems, dryRun },
    find: (said) => findThing(said, things, folder),
    usesOf: (thing) => uses.get(thing) ?? [],
    shownOn: (thing) => listShown(thing, parsed, things, uses),
  }
  return named
}
