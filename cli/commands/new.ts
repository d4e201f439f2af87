import { existsSync, lstatSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { dayOf } from '../content/publication.ts'
import { writeFiles } from '../content/write-files.ts'
import { commandName } from '../diagnostics/command-name.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { plural } from '../diagnostics/formats/pretty.ts'
import { shortPath } from '../diagnostics/from-here.ts'
import { didYouMean } from '../diagnostics/nearest.ts'
import { openTerminal } from '../diagnostics/terminal.ts'
import { addressOf, faultOfSlug, whyTaken } from '../refactor/free-name.ts'
import { countTodos, draft, layouts } from '../scaffold/new/draft.ts'
import { type Kind, kinds } from '../scaffold/new/kinds.ts'
import { sectionTypes } from '../scaffold/new/section-types.ts'
import { readSlugs } from '../scaffold/schema/slugs.ts'
import type { CommonOptions } from './options.ts'
import { printJson } from './print-json.ts'

export interface NewOptions extends CommonOptions {
  /** Layout of a new service. */
  layout?: string
}

/**
 * `site new [type] [slug]`: creates a content file. Without arguments, lists all types.
 * @throws Failure with exit code 2 if the type is invalid, or the name is invalid or taken
 */
export async function createNew(
  type: string | undefined,
  slug: string | undefined,
  options: NewOptions,
): Promise<void> {
  if (type === undefined) {
    const list = [...kinds].map(([name, { folder, collection }]) => ({
      kind: name,
      files: `${folder}/*${collection.extension}`,
    }))
    const widest = Math.max(...list.map(({ kind }) => kind.length))
    const lines = list.map(({ kind, files }) => `  ${pc.bold(kind.padEnd(widest))}  ${files}\n`)
    if (options.json) return printJson({ kinds: list })
    return void process.stdout.write(
      `${lines.join('')}  ${pc.bold('section'.padEnd(widest))}  a page section; ${commandName} new section lists all types\n`,
    )
  }
  const kind = kindOf(type)
  const layout = layoutOf(type, kind, options.layout)
  const { collection, folder, next } = kind
  const name = slug ?? (await askForSlug(type))
  const invalid = faultOfSlug(name)
  if (invalid) throw new Failure(invalid, exit.usage)
  const file = path.resolve(options.content, folder, `${name}${collection.extension}`)
  if (!existsSync(options.content))
    throw new Failure(`There is no content folder ${shortPath(path.resolve(options.content))}.`, exit.usage)
  // A dangling symlink counts as an existing file.
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new Failure(`${shortPath(file)} already exists; nothing was written.`, exit.usage)
  const text = draft(collection, {
    slug: name,
    today: dayOf(),
    slugs: readSlugs(path.resolve(options.content)),
    layout,
  })
  const made = { collection, folder, slug: name, text }
  const taken = whyTaken(path.resolve(options.content), made)
  if (taken) throw new Failure(`${taken} Choose another name; nothing was written.`, exit.usage)
  writeFiles([{ file: shortPath(file), after: text }], () => file)
  const todos = countTodos(text)
  if (options.json) printJson({ file, slug: name, kind: type, todos })
  else {
    process.stdout.write(`${pc.green('✓')} ${shortPath(file)}\n`)
    const address = addressOf(made)
    const hint = (address ? `It will be at ${address}` : '') + next.replaceAll('{slug}', name)
    if (!options.quiet)
      process.stdout.write(`  Replace ${plural(todos, 'TODO text')}, then run npm run site -- check.\n  ${hint}\n`)
  }
}

function kindOf(type: string): Kind {
  const kind = kinds.get(type)
  if (kind) return kind
  if (sectionTypes.has(type))
    throw new Failure(
      `${type} is a page section: use ${commandName} new section ${type} --in pages/<name>.`,
      exit.usage,
    )
  const hints = [didYouMean(type, kinds.keys()), `Types are ${[...kinds.keys()].join(', ')}.`].filter(Boolean).join(' ')
  throw new Failure(`There is no content type "${type}". ${hints}`, exit.usage)
}

function layoutOf(type: string, { collection }: Kind, layout: string | undefined): string | undefined {
  const known = layouts(collection)
  if (layout === undefined || known.includes(layout)) return layout
  const others = [...kinds].flatMap(([name, other]) => (layouts(other.collection).length > 0 ? [name] : []))
  const help = known.length > 0 ? `Layouts are ${known.join(', ')}.` : `Only a ${others.join(' or ')} has layouts.`
  throw new Failure(`A new ${type} has no layout "${layout}". ${help}`, exit.usage)
}

/** Asks for the name at a terminal. @throws Failure if there is no terminal */
async function askForSlug(type: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure(`A name is missing: site new ${type} <slug>, such as site new ${type} my-first-one.`, exit.usage)
  const terminal = openTerminal()
  try {
    return await terminal.ask(`File name of the new ${type} (lower-case-with-dashes): `)
  } finally {
    terminal.close()
  }
}
