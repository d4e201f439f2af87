import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import pc from 'picocolors'
import { nearest } from '../content/nearest.ts'
import { isSlug, toSlug } from '../content/slug.ts'
import { draft, layouts } from '../new/draft.ts'
import { whyTaken } from '../new/free-name.ts'
import { collectionOf, type Kind, kinds } from '../new/kinds.ts'
import { exit, Failure } from '../report/failure.ts'
import { readSlugs } from '../schema/slugs.ts'
import { type CommonOptions, shortPath } from './options.ts'

export interface NewOptions extends CommonOptions {
  /** Of a service: which of its shapes. */
  layout?: string
}

/** `site new <type> [slug]`: a new file of content. @throws Failure with exit code 2 when it cannot be made */
export async function createNew(type: string, slug: string | undefined, options: NewOptions): Promise<void> {
  const kind = kindOf(type)
  const layout = layoutOf(kind, options.layout)
  const { folder, extension, next } = kinds[kind]
  const name = checkedSlug(slug ?? (await askForSlug(kind)))
  const file = path.resolve(options.content, folder, `${name}${extension}`)
  if (!existsSync(options.content))
    throw new Failure(`There is no content folder ${shortPath(path.resolve(options.content))}.`, exit.usage)
  // A link that leads nowhere is there as well.
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new Failure(`${shortPath(file)} is there already; nothing was written.`, exit.usage)
  const today = new Date().toISOString().slice(0, 10)
  const text = draft(kind, { slug: name, today, slugs: readSlugs(path.resolve(options.content)), layout })
  const taken = whyTaken(path.resolve(options.content), { collection: collectionOf(kind), slug: name, text })
  if (taken) throw new Failure(`${taken} Take another name; nothing was written.`, exit.usage)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
  const todos = text.split('\n').filter((line) => /^[^#]*\bTODO\b/.test(line)).length
  if (options.json) process.stdout.write(`${JSON.stringify({ version: 1, file, slug: name, kind, todos })}\n`)
  else {
    process.stdout.write(`${pc.green('✓')} ${shortPath(file)}\n`)
    if (!options.quiet)
      process.stdout.write(
        `  ${todos} places say TODO: write them, then run npm run site -- check.\n  ${next.replaceAll('{slug}', name)}\n`,
      )
  }
}

function kindOf(type: string): Kind {
  if (type in kinds) return type as Kind
  const meant = nearest(type, Object.keys(kinds))
  throw new Failure(
    `There is no kind of content "${type}".${meant ? ` Did you mean ${meant}?` : ''} Kinds are ${Object.keys(kinds).join(', ')}.`,
    exit.usage,
  )
}

function layoutOf(kind: Kind, layout: string | undefined): string | undefined {
  const known = layouts(kind)
  if (layout === undefined || known.includes(layout)) return layout
  const help = known.length > 0 ? `Layouts are ${known.join(', ')}.` : 'Only a service has layouts.'
  throw new Failure(`A new ${kind} has no layout "${layout}". ${help}`, exit.usage)
}

/** A file name becomes part of an address. */
function checkedSlug(slug: string): string {
  if (isSlug(slug)) return slug
  const meant = toSlug(slug)
  throw new Failure(
    `"${slug}" cannot be an address: lower-case letters, digits and single dashes.${meant ? ` Did you mean ${meant}?` : ''}`,
    exit.usage,
  )
}

/** Only a person at a terminal is asked; a program is told what is missing. */
async function askForSlug(kind: Kind): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Failure(`A name is missing: site new ${kind} <slug>, such as site new ${kind} my-first-one.`, exit.usage)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`File name of the new ${kind} (lower-case-with-dashes): `)).trim()
  } finally {
    terminal.close()
  }
}
