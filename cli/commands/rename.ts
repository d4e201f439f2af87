import path from 'node:path'
import pc from 'picocolors'
import { toDisplayPath } from '../diagnostics/display-path.ts'
import { formatDiff } from '../diagnostics/format-diff.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { checkRename } from '../refactor/check-rename.ts'
import { readContentIndex } from '../refactor/read-items.ts'
import { planRename, writeChanges } from '../refactor/rename.ts'
import { type CommonOptions, printJson } from './options.ts'

export interface RenameOptions extends CommonOptions {
  dryRun: boolean
  /** Whether the old address of a page redirects to the new one. */
  redirect: boolean
}

/**
 * `site rename <old> <new>`: renames an entry, fact, image or download, and updates all references.
 * @throws Failure with exit code 1 if the content has errors, 2 if a name is unknown or taken, 3 if a file cannot be
 * written
 */
export async function runRenameCommand(old: string, newName: string, options: RenameOptions): Promise<void> {
  const index = await readContentIndex(options.content)
  const plan = planRename(index, old, newName, options.redirect)
  await checkRename(index, plan)
  const { from, to, changes, moved, redirected } = plan
  if (!options.dryRun) writeChanges(path.dirname(index.folder), changes)
  const edits = changes.reduce((sum, change) => sum + change.edits, 0)
  if (options.json) {
    const files = changes.map(({ file, to, edits }) => ({ file, ...(to !== file && { to }), edits }))
    return printJson({ written: !options.dryRun, from: from.name, to: to.name, moved, redirected, files })
  }
  for (const { file, to, before, after = '' } of changes) {
    if (file !== to) process.stderr.write(`${toDisplayPath(file, index.folder)} → ${toDisplayPath(to, index.folder)}\n`)
    if (before !== undefined && before !== after && !options.quiet)
      process.stderr.write(`${formatDiff({ file, before, after }, index.folder)}\n`)
  }
  const [becomes, redirects] = options.dryRun ? ['would be', 'would redirect'] : ['is now', 'redirects']
  const redirectNote = redirected ? `, and the old address ${redirects} to it` : ''
  const page = moved ? `; ${moved.from} ${becomes} ${moved.to}${redirectNote}` : ''
  const what = `${pluralize(edits, 'edit')} in ${pluralize(changes.filter((file) => file.edits > 0).length, 'file')}${page}`
  const below = moved && index.items.filter(({ address }) => address?.startsWith(`${moved.from}/`)).length
  const note = below
    ? `${pluralize(below, 'page')} below ${moved.from} will stay there: \`addresses\` in site.yaml moves all pages of a folder.\n`
    : ''
  if (!options.quiet) process.stderr.write(note)
  process.stdout.write(
    options.dryRun
      ? `${pc.dim(`${from.name} would be renamed to ${to.name}, with ${what}. Nothing was written.`)}\n`
      : `${pc.green('✓')} ${from.name} → ${to.name}: ${what}\n`,
  )
}
