import { isDeepStrictEqual } from 'node:util'
import { isNode, isPair, Lexer, parseDocument, visit } from 'yaml'
import { YamlEditError } from '../../../cli/content/yaml/node-edits.ts'
import { applyYamlChange, type ValueChange } from '../../../cli/content/yaml/value-change.ts'
import { changesNothing, expectedAfter } from './draw-change.ts'

/** Results of changes to YAML files. Refusals are counted by reason. */
export interface Tried {
  made: number
  refused: Map<string, number>
  faults: string[]
}

/** Makes each change separately, and checks that nothing else in the text changes. */
export function trySplices(name: string, yaml: string, changes: readonly ValueChange[], tried: Tried): void {
  const data = read(yaml)
  for (const change of changes) {
    const title = `${name}: ${JSON.stringify(change).slice(0, 300)}`
    try {
      const after = applyYamlChange(yaml, change)
      tried.made += 1
      const fault = faultOf(yaml, after, data, change)
      if (fault) tried.faults.push(`${title}\n    ${fault}`)
    } catch (error) {
      if (!(error instanceof YamlEditError)) tried.faults.push(`${title}\n    ${(error as Error).stack}`)
      else {
        const reason = error.message.replace(/"(?:.|\n)*"/, '"…"')
        tried.refused.set(reason, (tried.refused.get(reason) ?? 0) + 1)
      }
    }
  }
}

/** Parses YAML. @throws its first error, for example a duplicate key */
function read(yaml: string): unknown {
  const document = parseDocument(yaml)
  if (document.errors.length > 0) throw document.errors[0]
  return document.toJS()
}

/** Describes the damage done by a change; undefined if there is none. */
export function faultOf(before: string, after: string, data: unknown, change: ValueChange): string | undefined {
  const expected = expectedAfter(data, withLineEnd(data, change))
  try {
    if (!isDeepStrictEqual(read(after), expected)) return 'other values have changed'
  } catch (error) {
    return `cannot be parsed: ${(error as Error).message}`
  }
  if (changesNothing(data, change)) return before === after || change.kind === 'set' ? undefined : 'text has changed'
  const lost = listLost(listComments(before), listComments(after))
  if (lost.length > 0 && change.kind !== 'remove') return `comments are lost: ${lost.join()}`
  if (!before.includes('\r\n') === after.includes('\r\n')) return 'line endings have changed'
  if (before.includes('\r\n') && /[^\r]\n/.test(after)) return 'line endings are mixed'
  const [start, end] = extentOf(before, change)
  if (change.kind === 'move') return isDeepStrictEqual(linesOf(before), linesOf(after)) ? undefined : 'lines differ'
  if (!after.startsWith(before.slice(0, start))) return 'text before the value has changed'
  if (!after.endsWith(before.slice(end))) return 'text after the value has changed'
  return undefined
}

/** Adds a newline to the new value if the old text ended with one, as the editor does. */
export function withLineEnd(data: unknown, change: ValueChange): ValueChange {
  if (change.kind !== 'set' || typeof change.value !== 'string') return change
  const before = change.path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], data)
  const isKept =
    typeof before === 'string' && before.endsWith('\n') && change.value !== '' && !change.value.endsWith('\n')
  return isKept ? { ...change, value: `${change.value}\n` } : change
}

/** Returns the range of text that a change may touch: the lines of its value or, for an insertion, of its parent. */
function extentOf(yaml: string, { kind, path }: ValueChange): [number, number] {
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
  // The range includes the comments above the field, and extends to the next field in the group.
  return [withComments(yaml, Math.min(whole[0], keyStart)), yaml.length - tailAfter(yaml, whole[1])]
}

/** Returns the start offset of the comment lines directly above the line at `offset`. */
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
