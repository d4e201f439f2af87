import { existsSync, lstatSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { getPageAddress } from '../content/addresses.ts'
import { openContentFolder } from '../content/content-files.ts'
import { readContentFolder } from '../content/read.ts'
import { readFolderAddresses } from '../content/site-settings.ts'
import { writeFiles } from '../content/write-files.ts'
import { commandName } from '../diagnostics/command-name.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import { openTerminal } from '../diagnostics/terminal.ts'
import { findNameConflict, findSlugProblem } from '../refactor/name-conflicts.ts'
import { type EntryType, entryTypes } from '../scaffold/entry-types.ts'
import { countTodos, draftFile, listLayouts, sectionDescriptions } from '../scaffold/new/draft.ts'
import { readSampleOptions } from '../scaffold/new/read-sample-options.ts'
import { type CommonOptions, printJson } from './options.ts'

export interface NewOptions extends CommonOptions {
  /** Layout of a new service. */
  layout?: string
}

/**
 * `site new [type] [slug]`: creates a content file. Without arguments, lists all types.
 * @throws Failure with exit code 2 if the type is invalid, or the name is invalid or taken
 */
export async function runNewCommand(type: string | undefined, slug: string | undefined, options: NewOptions) {
  if (type === undefined) {
    const list = [...entryTypes].map(([kind, { folder, collection }]) => {
      return { kind, files: `${folder}/*${collection.extension}` }
    })
    const widest = Math.max(...list.map(({ kind }) => kind.length))
    const lines = list.map(({ kind, files }) => `  ${pc.bold(kind.padEnd(widest))}  ${files}\n`)
    if (options.json) return printJson({ kinds: list })
    return void process.stdout.write(
      `${lines.join('')}  ${pc.bold('section'.padEnd(widest))}  a page section (${commandName} new section lists all types)\n`,
    )
  }
  const entryType = parseType(type)
  const layout = parseLayout(type, entryType, options.layout)
  const { collection, folder, next } = entryType
  const name = slug ?? (await askForSlug(type))
  const invalid = findSlugProblem(name)
  if (invalid) throw new Failure(invalid, exitCodes.usage)
  const content = path.resolve(options.content)
  const file = path.join(content, folder, `${name}${collection.extension}`)
  if (!existsSync(options.content))
    throw new Failure(`There is no content folder ${shortenPath(content)}.`, exitCodes.usage)
  // A dangling symlink counts as an existing file.
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new Failure(`${shortenPath(file)} already exists; nothing was written.`, exitCodes.usage)
  const text = draftFile(collection, { slug: name, ...readSampleOptions(openContentFolder(content)), layout })
  const draft = { collection, folder, slug: name, text }
  const found = readContentFolder(openContentFolder(path.resolve(content)))
  const addresses = readFolderAddresses(found)
  const conflict = findNameConflict(found.files, draft, addresses)
  if (conflict) throw new Failure(`${conflict} Choose another name; nothing was written.`, exitCodes.usage)
  writeFiles([{ file: shortenPath(file), after: text }], () => file)
  const todos = countTodos(text)
  if (options.json) printJson({ file, slug: name, kind: type, todos })
  else {
    process.stdout.write(`${pc.green('✓')} ${shortenPath(file)}\n`)
    const address = getPageAddress(draft, addresses)
    const hint = (address ? `Its address will be ${address}` : '') + next.replaceAll('{slug}', name)
    if (!options.quiet)
      process.stdout.write(`  Replace ${pluralize(todos, 'TODO')}, then run npm run site -- check.\n  ${hint}\n`)
  }
}

function parseType(type: string): EntryType {
  const entryType = entryTypes.get(type)
  if (entryType) return entryType
  if (sectionDescriptions.has(type))
    throw new Failure(
      `${type} is a page section: use ${commandName} new section ${type} --in pages/<name>.`,
      exitCodes.usage,
    )
  const hints = [suggestCorrection(type, entryTypes.keys()), `Types: ${[...entryTypes.keys()].join(', ')}.`]
  throw new Failure(`There is no content type "${type}". ${hints.filter(Boolean).join(' ')}`, exitCodes.usage)
}

function parseLayout(type: string, { collection }: EntryType, layout: string | undefined): string | undefined {
  const known = listLayouts(collection)
  if (layout === undefined || known.includes(layout)) return layout
  const others = [...entryTypes].flatMap(([name, other]) => (listLayouts(other.collection).length > 0 ? [name] : []))
  const help = known.length > 0 ? `Layouts: ${known.join(', ')}.` : `Only a ${others.join(' or ')} has layouts.`
  throw new Failure(`A new ${type} has no layout "${layout}". ${help}`, exitCodes.usage)
}

/** Asks for the name at a terminal. @throws Failure if there is no terminal */
async function askForSlug(type: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure(
      `A name is missing. Usage: site new ${type} <slug>, for example site new ${type} my-first-${type}.`,
      exitCodes.usage,
    )
  const terminal = openTerminal()
  try {
    return await terminal.ask(`File name of the new ${type} (lower-case-with-dashes): `)
  } finally {
    terminal.close()
  }
}
