import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Entry } from '@northshelf/site/entries/entry.ts'
import { pluralize } from '../../diagnostics/formats/pretty.ts'
import { templateFolder } from '../../paths.ts'

/** Most placeholders in the template are instructions that start with this word; every file with text has some. */
const START = /\bSay /
/** An instruction up to its end, or up to a character that differs in HTML or is replaced by a fact. */
const INSTRUCTION = /\bSay [^.{<[&"']{20,}/g

/** Maximum number of files to list in the note. */
const MOST_FILES = 8

/** Returns a note about files that still contain placeholders of the template; undefined if there are none. */
export function describePlaceholders(content: Content): string | undefined {
  const files = listPlaceholderFiles(content)
  if (files.length === 0) return undefined
  const others = files.length - MOST_FILES
  const rest = others > 0 ? ` and ${pluralize(others, 'other file')}` : ''
  return `Placeholder text of site init is left in ${files.slice(0, MOST_FILES).join(', ')}${rest}`
}

/** Lists the files whose text still contains placeholders of the template, and `site.yaml` if it contains some. */
export function listPlaceholderFiles(content: Content): string[] {
  let instructions: ReadonlySet<string> | undefined
  const isPlaceholder = (text: string): boolean => {
    if (!START.test(text)) return false
    instructions ??= readInstructions()
    return listInstructions(text).some((instruction) => instructions?.has(instruction))
  }
  const contains = (value: unknown): boolean =>
    typeof value === 'string'
      ? isPlaceholder(value)
      : typeof value === 'object' && value !== null && Object.values(value).some(contains)
  const entries = collections.flatMap(({ name }) => content[name as keyof Content] as unknown as Entry[])
  const files = entries.filter(contains).map(({ file }) => file.slice(file.indexOf('/') + 1))
  return contains(content.site) ? ['site.yaml', ...files] : files
}

function readInstructions(): ReadonlySet<string> {
  const files = readdirSync(templateFolder, { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file))
  return new Set(files.flatMap((file) => listInstructions(readFileSync(path.join(templateFolder, file), 'utf8'))))
}

function listInstructions(text: string): string[] {
  return text.replace(/\s+/g, ' ').match(INSTRUCTION) ?? []
}
