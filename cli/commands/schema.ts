import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { openContentFolder } from '../content/content-files.ts'
import { resolveSymlink, writeFiles } from '../content/write-files.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { createEditorFiles } from '../scaffold/schema/editor-files.ts'
import { renderFieldTables } from '../scaffold/schema/field-tables.ts'
import { readKnownNames } from '../scaffold/schema/known-names.ts'
import { type CommonOptions, printJson } from './options.ts'

/** `site schema`: writes completion settings for editors, and the field tables in the content folder's README. */
export async function runSchemaCommand(options: CommonOptions): Promise<void> {
  const content = path.resolve(options.content)
  if (!existsSync(content)) throw new Failure(`There is no content folder ${shortenPath(content)}.`, exitCodes.usage)
  const home = path.dirname(content)
  const name = path.basename(content)
  const files = [
    ...createEditorFiles(home, name, readKnownNames(openContentFolder(content))),
    { file: `${name}/README.md`, text: renderFieldTables() },
  ]
  const at = (file: string) => path.join(home, file)
  const changed = files.filter(({ file, text }) => !existsSync(at(file)) || readFileSync(at(file), 'utf8') !== text)
  const writes = changed.map(({ file, text }) => ({ file, after: text }))
  writeFiles(writes, ({ file }) => resolveSymlink(at(file)))
  if (options.json) printJson({ files: files.map(({ file }) => file), changed: changed.map(({ file }) => file) })
  else if (!options.quiet)
    process.stdout.write(
      `${pc.green('✓')} ${pluralize(files.length, 'file')} in ${shortenPath(path.join(home, '.vscode'))} and ${shortenPath(path.join(content, 'README.md'))}: ${changed.length === 0 ? 'all up to date' : `${changed.length} written`}\n`,
    )
}
