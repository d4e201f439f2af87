import path from 'node:path'
import { pages } from '@northshelf/site/collections/page.ts'
import pc from 'picocolors'
import { commandName } from '../diagnostics/command-name.ts'
import { toDisplayPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { formatDiff } from '../diagnostics/format-diff.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import { readContentIndex } from '../refactor/read-items.ts'
import { writeChanges } from '../refactor/rename.ts'
import { planSectionInsertion, rankNames } from '../scaffold/new/add-section.ts'
import { countTodos, draftSection, sectionDescriptions } from '../scaffold/new/draft.ts'
import { toJsonSchema } from '../scaffold/schema/json-schema.ts'
import { type CommonOptions, printJson } from './options.ts'

export interface NewSectionOptions extends CommonOptions {
  /** The page to add the section to. */
  in?: string
  after?: string
  dryRun: boolean
}

/**
 * `site new section [type]`: adds a section with explanatory comments to a page, or prints the section. Without an
 * argument, lists all types.
 * @throws Failure as `planSectionInsertion` does, or with exit code 2 if the type is unknown
 */
export async function runNewSectionCommand(type: string | undefined, options: NewSectionOptions): Promise<void> {
  const answer = (result: object, text: string) =>
    options.json ? printJson(result) : void process.stdout.write(`${text}\n`)
  if (type === undefined) {
    const widest = Math.max(...[...sectionDescriptions.keys()].map((name) => name.length))
    const types = [...sectionDescriptions].map(([name, means]) => ({ type: name, means }))
    const list = types.map(({ type: name, means }) => `  ${pc.bold(name.padEnd(widest))}  ${means}`)
    return answer({ types }, list.join('\n'))
  }
  if (!sectionDescriptions.has(type)) {
    const hints = [suggestCorrection(type, sectionDescriptions.keys()), `${commandName} new section lists all types.`]
    throw new Failure(`There is no section type "${type}". ${hints.filter(Boolean).join(' ')}`, exitCodes.usage)
  }
  const index = await readContentIndex(options.content)
  const { in: page, after } = options
  if (page === undefined) {
    if (after !== undefined || options.dryRun)
      throw new Failure('--after and --dry-run require --in <page>, for example --in pages/about.', exitCodes.usage)
    const { today } = index.parsed.edition
    const root = toJsonSchema(pages.schema)
    const text = draftSection(type, { root, indent: '  ', today, slugs: rankNames(index) }).join('\n')
    answer({ type, text: `${text}\n`, todos: countTodos(text) }, text)
    if (!options.quiet && !options.json)
      process.stderr.write(pc.dim(`  Paste this section into a page, or use --in pages/<name> to insert it.\n`))
    return
  }
  const { change, line, number, lines, usedForm } = await planSectionInsertion(index, type, { page, after })
  if (!options.dryRun) writeChanges(path.dirname(index.folder), [change])
  else if (!options.json && !options.quiet) process.stderr.write(`${formatDiff(change, index.folder)}\n`)
  const todos = countTodos(lines.join('\n'))
  const { file } = change
  const at = `${toDisplayPath(file, index.folder)}:${line}`
  const what = `section ${number}, ${type}`
  const next =
    todos > 0 && !options.quiet ? `\n  Replace ${pluralize(todos, 'TODO')}, then run npm run site -- check.` : ''
  if (usedForm && !options.json && !options.quiet)
    process.stderr.write(
      `All published forms are in use, so this section shows "${usedForm}" again. ${commandName} new form <name> creates another.\n`,
    )
  answer(
    { written: !options.dryRun, type, file, line, number, todos },
    options.dryRun ? pc.dim(`${at} would be ${what}. Nothing was written.`) : `${pc.green('✓')} ${at}  ${what}${next}`,
  )
}
