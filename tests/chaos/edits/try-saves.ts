import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { splitFrontMatter } from '../../../cli/content/front-matter.ts'
import { createContentReader } from '../../../cli/dev/snapshot.ts'
import type { FileChange } from '../../../cli/editor/files/entry.ts'
import { HttpError, ValidationError } from '../../../cli/editor/files/http-errors.ts'
import { createEditor, openFolder } from '../../../cli/editor/server/editor.ts'
import { loadContent } from '../../../cli/engine/load.ts'
import { createRandom } from '../../random.ts'
import { alike, expectedAfter, listChanges } from './draw-change.ts'
import { withLineEnd } from './try-splices.ts'
import { withComments } from './with-comments.ts'

/** Results of random saves: counts and faults. */
export interface Saves {
  saved: number
  refused: number
  /** Number of saves that were refused with errors at the changed field, inside it, or in the group around it. */
  atField: number
  /** Number of refused saves whose errors were all outside the edited file. */
  elsewhere: number
  /** Number of saves that were refused because of the file's syntax or the request. */
  otherwise: number
  undone: number
  faults: string[]
}

/** Saves random valid and invalid edits to a copy of content with varied comments and line endings. */
export async function trySaves(content: string, count: number, seed: number): Promise<Saves> {
  const folder = mkdtempSync(path.join(tmpdir(), 'edits-'))
  const copy = path.join(folder, path.basename(content))
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const result: Saves = { saved: 0, refused: 0, atField: 0, elsewhere: 0, otherwise: 0, undone: 0, faults: [] }
  try {
    cpSync(content, copy, { recursive: true })
    const names = listTexts(copy)
    for (const [index, name] of names.entries()) varyFormat(path.join(folder, name), index)
    const edition = { all: true }
    const reader = createContentReader(copy, () => edition)
    const reload = (files: readonly string[]) => reader.read(files.map((file) => path.join(folder, file)))
    const editor = createEditor(openFolder({ folder: copy, reader: () => reader, onWritten: reload }))
    if (!(await reload([])).content) throw new Error(`${content} has errors`)
    for (let number = 0; number < count; number += 1) {
      const file = pick(names)
      const { version, fields, body } = editor.read(file)
      const change = draw(fields, body)
      const before = readAll(folder, copy)
      const edit = `${number} ${file}: ${JSON.stringify(change).slice(0, 300)}`
      const fault = (text: string) => result.faults.push(`${edit}\n    ${text}`)
      try {
        const { undo } = await editor.save([{ file, version, changes: [change] }], 'drawn')
        const now = editor.read(file)
        const expected = change.kind === 'body' ? fields : expectedAfter(fields, withLineEnd(fields, change))
        if (!isDeepStrictEqual(now.fields, expected)) fault('other fields have changed')
        if (change.kind !== 'body' && now.body !== body) fault('the text below the fields has changed')
        if (change.kind === 'body' && toUnix(now.body) !== toUnix(change.text)) fault('different text was saved')
        const others = readAll(folder, copy)
        for (const [name, text] of before) if (name !== file && others.get(name) !== text) fault(`${name} has changed`)
        if (others.size !== before.size) fault('files were added or removed')
        const { content: site, problems } = await reload([])
        if (!site) fault(`the check reports: ${problems.find(({ severity }) => severity === 'error')?.message}`)
        result.saved += 1
        const isWritten = now.version !== version
        // Does not undo every change, so that later edits start with different content.
        if (isWritten && undo && random() < 0.7) {
          await editor.step('undo')
          result.undone += 1
          if (!isDeepStrictEqual(readAll(folder, copy), before)) fault('undo does not restore every byte')
        }
      } catch (error) {
        if (!(error instanceof HttpError)) fault((error as Error).stack ?? `${error}`)
        if (!isDeepStrictEqual(readAll(folder, copy), before)) fault('refused, but files have changed')
        result.refused += 1
        if (!(error instanceof ValidationError)) result.otherwise += 1
        else if (error.problems.some((one) => one.file === file && isNear(one.path, change))) result.atField += 1
        else result.elsewhere += 1
      }
    }
    const { content: site, problems } = await loadContent(copy, { edition })
    if (!site) result.faults.push(`at the end: ${problems.map(({ message }) => message).join('; ')}`)
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  function draw(fields: unknown, body: string | undefined): FileChange {
    if (body !== undefined && random() < 0.25) {
      const more = [
        '\n\nAnother paragraph.\n',
        '\n\n---\n\nAfter a line.\n',
        ' [nowhere](/nowhere)',
        '\n\n## {no-such-fact}\n',
        '\u0000',
      ]
      return { kind: 'body', text: random() < 0.2 ? '' : body + pick(more) }
    }
    const change = pick(listChanges(fields, random))
    if (!('value' in change) || random() < 0.4) return change
    const value = change.path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], fields)
    return value === undefined ? change : { ...change, value: alike(value, random) }
  }
}

/** Reports whether a problem is at the changed value, inside it, or in the group or list around it. */
function isNear(at: readonly (string | number)[], change: FileChange): boolean {
  if (change.kind === 'body') return true
  if (at.length === 0) return false
  const around = change.kind === 'set' ? change.path : change.path.slice(0, -1)
  return around.every((step, index) => index >= at.length || at[index] === step)
}

/** Adds comments to every third file, Windows line endings to every fifth, and a byte order mark to every seventh. */
export function varyFormat(file: string, index: number): void {
  const text = readFileSync(file, 'utf8')
  const front = file.endsWith('.md') ? splitFrontMatter(file, text) : { yaml: text, start: 0 }
  if ('rule' in front) throw new Error(`${file}: ${front.message}`)
  const { yaml, start } = front
  const commented = index % 3 === 0 ? text.slice(0, start) + withComments(yaml) + text.slice(start + yaml.length) : text
  const ended = index % 5 === 0 ? commented.replaceAll('\n', '\r\n') : commented
  writeFileSync(file, index % 7 === 0 ? `\uFEFF${ended}` : ended)
}

function listTexts(content: string): string[] {
  return readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:yaml|md)$/.test(name) && name !== 'README.md')
    .map((name) => `${path.basename(content)}/${name.replaceAll(path.sep, '/')}`)
    .sort()
}

function readAll(folder: string, content: string): Map<string, string> {
  return new Map(
    readdirSync(content, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]),
  )
}

function toUnix(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n')
}
