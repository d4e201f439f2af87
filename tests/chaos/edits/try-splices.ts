import { isDeepStrictEqual } from 'node:util'
import { isNode, isPair, Lexer, parseDocument, visit } from 'yaml'
import type { Change } from '../../../cli/editor/server/change.ts'
import { HttpError } from '../../../cli/editor/server/http-errors.ts'
import { splice } from '../../../cli/editor/server/splice.ts'
import { changesNothing, expectedAfter } from './draw-change.ts'

/** What came of changes of one text: faults in words, and refusals counted by their reason. */
export interface Tried {
  made: number
  refused: Map<string, number>
  faults: string[]
}

/** Makes each change of a text by itself and looks at all that must not have changed. */
export function trySplices(name: string, yaml: string, changes: readonly Change[], tried: Tried): void {
  const data = read(yaml)
  for (const change of changes) {
    const said = `${name}: ${JSON.stringify(change).slice(0, 300)}`
    try {
      const after = splice(yaml, change)
      tried.made += 1
      const fault = faultOf(yaml, after, data, change)
      if (fault) tried.faults.push(`${said}\n    ${fault}`)
    } catch (error) {
      if (!(error instanceof HttpError)) tried.faults.push(`${said}\n    ${(error as Error).stack}`)
      else {
        const reason = error.message.replace(/"(?:.|\n)*"/, '"…"')
        tried.refused.set(reason, (tried.refused.get(reason) ?? 0) + 1)
      }
    }
  }
}

/** The text as YAML reads it by itself, duplicate fields and all other errors told. */
function read(yaml: string): unknown {
  const document = parseDocument(yaml)
  if (document.errors.length > 0) throw document.errors[0]
  return document.toJS()
}

/** What a change has done that it should not have; undefined when all is well. */
export function faultOf(before: string, after: string, data: unknown, change: Change): string | undefined {
  const expected = expectedAfter(data, withLineEnd(data, change))
  try {
    if (!isDeepStrictEqual(read(after), expected)) return 'other values differ'
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
  if (changesNothing(data, change)) return before === after || change.kind === 'set' ? undefined : 'differs for nothing'
  const lost = listLost(listComments(before), listComments(after))
  if (lost.length > 0 && change.kind !== 'remove') return `comments are lost: ${lost.join()}`
  if (!before.includes('\r\n') === after.includes('\r\n')) return 'line ends differ'
  if (before.includes('\r\n') && /[^\r]\n/.test(after)) return 'line ends are mixed'
  const [start, end] = extentOf(before, change)
  if (change.kind === 'move') return isDeepStrictEqual(linesOf(before), linesOf(after)) ? undefined : 'lines differ'
  if (!after.startsWith(before.slice(0, start))) return 'what stands before differs'
  if (!after.endsWith(before.slice(end))) return 'what stands after differs'
  return undefined
}

/** A text that ended with a line end goes on to. */
export function withLineEnd(data: unknown, change: Change): Change {
  if (change.kind !== 'set' || typeof change.value !== 'string') return change
  const before = change.path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], data)
  const isKept =
    typeof before === 'string' && before.endsWith('\n') && change.value !== '' && !change.value.endsWith('\n')
  return isKept ? { ...change, value: `${change.value}\n` } : change
}

/** Where a change may touch a text: the lines of its value, or the gap that it goes into. */
function extentOf(yaml: string, { kind, path }: Change): [number, number] {
  const document = parseDocument(yaml)
  const holder = document.getIn(path.slice(0, -1), true)
  const node = document.getIn(path, true)
  const whole: [number, number] = isNode(holder) && holder.range ? [holder.range[0], holder.range[2]] : [0, yaml.length]
  if (kind === 'insert' || !isNode(node) || !node.range)
    return [withComments(yaml, whole[0]), yaml.length - tailAfter(yaml, whole[1])]
  let keyStart = node.range[0]
  visit(document, {
    Pair(_, pair) {
      if (isPair(pair) && pair.value === node && isNode(pair.key) && pair.key.range) keyStart = pair.key.range[0]
    },
  })
  if (kind === 'set') return [keyStart, Math.min(yaml.length, yaml.indexOf('\n', node.range[1]) + 1 || yaml.length)]
  // With the comments above it, and up to the next field of the same group.
  return [withComments(yaml, Math.min(whole[0], keyStart)), yaml.length - tailAfter(yaml, whole[1])]
}

/** The beginning of the comment lines above the line of an offset. */
function withComments(yaml: string, offset: number): number {
  let start = lineAt(yaml, offset)
  while (
    start > 0 &&
    yaml
      .slice(lineAt(yaml, start - 1), start)
      .trim()
      .startsWith('#')
  )
    start = lineAt(yaml, start - 1)
  return start
}

function lineAt(yaml: string, offset: number): number {
  return yaml.lastIndexOf('\n', offset - 1) + 1
}

function tailAfter(yaml: string, offset: number): number {
  return yaml.slice(offset).trimStart().length
}

export function listComments(yaml: string): string[] {
  return [...new Lexer().lex(yaml)].filter((token) => token.startsWith('#')).map((token) => token.trim())
}

export function listLost(before: string[], after: string[]): string[] {
  const left = [...after]
  return before.filter((comment) => {
    const at = left.indexOf(comment)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function linesOf(yaml: string): string[] {
  return yaml
    .split('\n')
    .flatMap((line) => line.trim().match(/[\w"']+/g) ?? [])
    .sort()
}
