import path from 'node:path'
import pc from 'picocolors'
import { changes as lines } from '../diagnostics/changed-lines.ts'
import { plural } from '../diagnostics/formats/pretty.ts'
import { fromHere } from '../diagnostics/from-here.ts'
import { writeChanges } from '../refactor/apply-rename.ts'
import { readNamed } from '../refactor/read-items.ts'
import { planRename } from '../refactor/rename.ts'
import type { CommonOptions } from './options.ts'

export interface RenameOptions extends CommonOptions {
  dryRun: boolean
}

/**
 * `site rename <old> <new>`: another name for an entry, a fact, a picture or a download, in its file and wherever it is named.
 * @throws Failure with exit code 1 when the content has errors, 2 when a name is not there or not free, 3 when nothing can be written
 */
export async function rename(old: string, said: string, options: RenameOptions): Promise<void> {
  const named = await readNamed(options.content)
  const { from, to, changes, moved, redirected } = planRename(named, old, said)
  if (!options.dryRun) writeChanges(path.dirname(named.folder), changes)
  const edits = changes.reduce((sum, change) => sum + change.edits, 0)
  if (options.json) {
    const files = changes.map(({ file, to, edits }) => ({ file, ...(to !== file && { to }), edits }))
    const result = { version: 1, written: !options.dryRun, from: from.name, to: to.name, moved, redirected, files }
    return void process.stdout.write(`${JSON.stringify(result)}\n`)
  }
  for (const { file, to, before, after = '' } of changes) {
    if (file !== to) process.stderr.write(`${fromHere(file, named.folder)} → ${fromHere(to, named.folder)}\n`)
    if (before !== undefined && before !== after && !options.quiet)
      process.stderr.write(`${lines({ file, before, after }, named.folder)}\n`)
  }
  const [becomes, redirects] = options.dryRun ? ['would be', 'would redirect'] : ['is now', 'redirects']
  const led = redirected ? `, and the old address ${redirects} to it` : ''
  const page = moved ? `; ${moved.from} ${becomes} ${moved.to}${led}` : ''
  const what = `${plural(edits, 'place')} in ${plural(changes.filter((one) => one.edits > 0).length, 'file')}${page}`
  process.stdout.write(
    options.dryRun
      ? `${pc.dim(`${from.name} would be renamed to ${to.name}, with changes in ${what}. Nothing was written.`)}\n`
      : `${pc.green('✓')} ${from.name} → ${to.name}: ${what}\n`,
  )
}
