import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { isOwnCode } from '../packages.mjs'

/** A position in a source file. */
export interface SourcePosition {
  /** Absolute path. */
  file: string
  line: number
  column: number
}

/** Returns where an error was thrown, or which call led to it, in the project's own code. */
export function locateInOwnCode(error: unknown): SourcePosition | undefined {
  return listSourceFrames(error).find(({ file }) => isOwnCode(file))
}

export function locateDefaultExport(file: string): SourcePosition {
  return locateFirst(file, (text) => [text.search(/\bexport default\b/)])
}

/**
 * Returns where a file defines a property or function.
 * @param value the wrong value of the property, if it is known
 */
export function locateDefinition(file: string, name: string, value?: unknown): SourcePosition {
  const definition = new RegExp(`\\b${name}\\b\\s*[:(=]`)
  return locateFirst(file, (text) => {
    const values = typeof value === 'string' ? [text.indexOf(`'${value}'`), text.indexOf(`"${value}"`)] : []
    // Fields of a collection may have the same names as properties of its pages.
    const pages = text.indexOf('.withPages(')
    const inPages = pages < 0 ? -1 : text.slice(pages).search(definition)
    const found = inPages < 0 ? text.search(definition) : pages + inPages
    return [...values, found, pages, text.indexOf('defineCollection(')]
  })
}

/** Returns the first position that was found in a file; the start of the file if there is none. */
function locateFirst(file: string, find: (text: string) => readonly number[]): SourcePosition {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const before = text.slice(0, find(text).find((index) => index >= 0) ?? 0).split('\n')
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the line of source code that threw an error, if it is in a compiled file with a source map. */
export function readThrowingLine(error: unknown): string | undefined {
  const [first] = listSourceFrames(error)
  return first && existsSync(first.file)
    ? readFileSync(first.file, 'utf8').split('\n')[first.line - 1]?.trim()
    : undefined
}

/** Lists the stack frames of an error as positions in source files. Skips frames without a source. */
function listSourceFrames(error: unknown): SourcePosition[] {
  const stack = error instanceof Error ? stripVTControlCharacters(error.stack ?? '') : ''
  return stack.split('\n').flatMap((text) => {
    const [end = '', line, column] = /:(\d+):(\d+)\)?$/.exec(text) ?? []
    // A frame is `at name (file:line:column)` or, without a name, `at file:line:column`.
    const before = text.slice(0, text.length - end.length)
    const name = before.includes('(')
      ? before.slice(before.lastIndexOf('(') + 1)
      : before.trim().replace(/^at (?:async )?/, '')
    if (!line || !(name.startsWith('file:') || path.isAbsolute(name))) return []
    const [file = ''] = (name.startsWith('file:') ? fileURLToPath(name) : name).split('?')
    const position = { file, line: Number(line), column: Number(column) }
    return existsSync(`${file}.map`) ? (findSource(position) ?? []) : isOwnCode(file) ? position : []
  })
}

const maps = new Map<string, SourceMap>()

function findSource({ file, line, column }: SourcePosition): SourcePosition | undefined {
  const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  maps.set(file, map)
  const found = map.findEntry(line - 1, column - 1)
  if (!('originalSource' in found)) return undefined
  const source = path.resolve(path.dirname(file), found.originalSource)
  return { file: source, line: found.originalLine + 1, column: found.originalColumn + 1 }
}
