import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { targetOf, writeFiles } from '../content/write-files.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { plural } from '../diagnostics/formats/pretty.ts'
import { shortPath } from '../diagnostics/from-here.ts'
import { editorFiles } from '../scaffold/schema/editor-files.ts'
import { fieldTables } from '../scaffold/schema/field-tables.ts'
import { readSlugs } from '../scaffold/schema/slugs.ts'
import type { CommonOptions } from './options.ts'
import { printJson } from './print-json.ts'

/** `site schema`: writes editor settings that enable completion, and the field tables in the content folder. */
export async function schema(options: CommonOptions): Promise<void> {
  const content = path.resolve(options.content)
  if (!existsSync(content)) throw new Failure(`There is no content folder ${shortPath(content)}.`, exit.usage)
  const home = path.dirname(content)
  const name = path.basename(content)
  const files = [...editorFiles(home, name, readSlugs(content)), { file: `${name}/README.md`, text: fieldTables() }]
  const at = (file: string) => path.join(home, file)
  const changed = files.filter(({ file, text }) => !existsSync(at(file)) || readFileSync(at(file), 'utf8') !== text)
  writeFiles(
    changed.map(({ file, text }) => ({ file, after: text })),
    ({ file }) => targetOf(at(file)),
  )
  if (options.json) printJson({ files: files.map(({ file }) => file), changed: changed.map(({ file }) => file) })
  else if (!options.quiet)
    process.stdout.write(
      `${pc.green('✓')} ${plural(files.length, 'file')} in ${shortPath(path.join(home, '.vscode'))} and ${shortPath(path.join(content, 'README.md'))}: ${changed.length === 0 ? 'all up to date' : `${changed.length} written`}\n`,
    )
}
