import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  parseDocument,
} from 'yaml'
import { applyEdits, type Edit } from '../content/edit.ts'
import type { Path } from '../content/source.ts'
import { Refused } from './refusals.ts'
import { writeFlow, writeScalar, writeValue } from './write-yaml.ts'

/** A change of one value. The last step of the path of a list entry is its place, from 0. */
export type Change =
  /** Writes a value in the place of another, or a field that was not there. */
  | { kind: 'set'; path: Path; value: unknown }
  | { kind: 'remove'; path: Path }
  /** Puts an entry before the one that stands there. */
  | { kind: 'insert'; path: Path; value: unknown }
  | { kind: 'move'; path: Path; to: number }

/**
 * The text of a YAML file after a change. Nothing outside of the value is touched: comments, order, quotes, line ends.
 * That is tried before it is given back: the new text says what the old one said, but for the change.
 * @param order names of the fields of the group that is changed, in the order of the schema: where a new one goes
 * @throws Refused where the text is written in a way that leaves no place for the change
 */
export function splice(yaml: string, change: Change, order: readonly string[] = []): string {
  const before = parse(yaml)
  const edits = editsFor(yaml, before, change, order)
  const newline = yaml.includes('\r\n') ? '\r\n' : '\n'
  const after = applyEdits(
    yaml,
    edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, newline) })),
  )
  const made = parseDocument(after, { prettyErrors: false, logLevel: 'silent' })
  if (made.errors.length > 0 || !isDeepStrictEqual(made.toJS(), changed(before.toJS(), change)))
    throw new Refused('This is written in a way that cannot be edited here. Change it in the file.')
  const lost = listComments(yaml).filter((comment) => !listComments(after).includes(comment))
  if (change.kind !== 'remove' && lost.length > 0)
    throw new Refused(`The comment "${lost[0]}" would be lost. Change it in the file.`)
  return after
}

function parse(yaml: string): Document {
  const document = parseDocument(yaml, { prettyErrors: false, logLevel: 'silent' })
  if (document.errors.length > 0) throw new Refused('The file cannot be read as it is. Mend it first.')
  return document
}

/** What the data is to be afterwards. */
function changed(data: unknown, { path, ...change }: Change): unknown {
  const copy = structuredClone(data) as Record<string, unknown>
  const last = path.at(-1) as string
  const holder = path.slice(0, -1).reduce<Record<string, unknown>>((at, step) => at?.[step] as never, copy)
  if (Array.isArray(holder)) {
    const place = Number(last)
    if (change.kind === 'set') holder[place] = change.value
    if (change.kind === 'remove') holder.splice(place, 1)
    if (change.kind === 'insert') holder.splice(place, 0, change.value)
    if (change.kind === 'move') holder.splice(change.to, 0, ...holder.splice(place, 1))
  } else if (change.kind === 'remove') delete holder[last]
  else if (change.kind === 'set') holder[last] = change.value
  return copy
}

function listComments(yaml: string): string[] {
  return [...new Lexer().lex(yaml)].filter((token) => token.startsWith('#'))
}

function editsFor(yaml: string, document: Document, change: Change, order: readonly string[]): Edit[] {
  const { path } = change
  const holder = nodeAt(document, path.slice(0, -1))
  if (isSeq(holder)) {
    const items = holder.items.filter(isNode)
    const place = Number(path.at(-1))
    const item = items[place]
    if (change.kind === 'set' && item) return [setNode(yaml, item, change.value)]
    if (change.kind === 'set') throw new Refused('There is no such entry any more.')
    return holder.flow ? flowEdits(yaml, holder, items, change) : listEdits(yaml, items, change)
  }
  if (!isMap(holder)) throw new Refused('The group that this belongs to is not there any more.')
  const name = String(path.at(-1))
  const pair = holder.items.find(({ key }) => nameOf(key) === name)
  if (change.kind === 'set') {
    if (pair && isNode(pair.value) && rangeOf(pair.value)[1] > rangeOf(pair.value)[0])
      return [setNode(yaml, pair.value, change.value)]
    if (pair) return [fillPair(yaml, pair, change.value)]
    return [addPair(yaml, holder, name, change.value, order)]
  }
  if (change.kind === 'remove' && pair) return [removePair(yaml, holder, pair)]
  throw new Refused('There is no such field any more.')
}

interface Collection {
  items: unknown[]
  flow?: boolean | undefined
  range?: [number, number, number] | null | undefined
}

/** The node in place of which a value stands; alone what is written out can be edited. */
function setNode(yaml: string, node: Node, value: unknown): Edit {
  if (isAlias(node)) throw new Refused('This value is taken from elsewhere in the file (*). Change it in the file.')
  if ('anchor' in node && node.anchor)
    throw new Refused('Other places of the file take this value (&). Change it there.')
  const [start, end] = rangeOf(node)
  const inFlow = isInFlow(yaml, start)
  const own = indentAt(yaml, start)
  if (isScalar(node) && !isGroup(value)) {
    const kept = typeof value === 'string' && typeof node.value === 'string' && /\n$/.test(node.value) && !inFlow
    const text = kept && /^[|>]/.test(yaml.slice(start)) && !value.endsWith('\n') ? `${value}\n` : value
    // Folded as it was, so that lines before the change stay.
    const [, ...lines] = yaml.slice(start, end).trimEnd().split('\n')
    const width = lines.length > 1 ? Math.max(...lines.map((line) => line.length)) : undefined
    const written = writeScalar(text, { type: node.type, inFlow, indent: own, width })
    // A block of text has its last line end within its range.
    const tail = /\n$/.test(yaml.slice(start, end)) && !written.endsWith('\n') ? '\n' : ''
    return { start, end, text: written + tail }
  }
  if (inFlow || !isGroup(value)) return { start, end: trimmed(yaml, start, end), text: writeFlow(value) }
  const line = lineStart(yaml, start)
  const isBelow = yaml.slice(line, start).trim() === ''
  const written = writeValue(value, indentOf(yaml, start, isBelow))
  return { start, end: trimmed(yaml, start, end), text: isBelow ? written.trimStart() : `\n${written}` }
}

/** A field with nothing behind its colon. */
function fillPair(yaml: string, pair: Pair, value: unknown): Edit {
  const [, end] = rangeOf(pair.key as Node)
  const at = yaml.indexOf(':', end) + 1
  const own = indentAt(yaml, end)
  const text = isGroup(value) ? `\n${writeValue(value, `${own}  `)}` : ` ${writeScalar(value, { indent: own })}`
  return { start: at, end: at, text }
}

function addPair(yaml: string, map: Collection, name: string, value: unknown, order: readonly string[]): Edit {
  const pairs = map.items as Pair[]
  const last = pairs.at(-1)
  if (map.flow || !last) {
    const [start, end] = rangeOf(map as Node)
    const close = yaml.slice(start, end).lastIndexOf('}') + start
    const inner = yaml.slice(start + 1, close).trimEnd()
    const text = `${inner ? ',' : ''} ${name}: ${writeFlow(value)} `
    if (yaml[close] !== '}') throw new Refused('The group is empty. Change it in the file.')
    return { start: start + 1 + inner.length, end: close, text }
  }
  const rank = (key: unknown) => order.indexOf(nameOf(key))
  const before = pairs.findLast(({ key }) => rank(key) >= 0 && rank(key) < order.indexOf(name)) ?? last
  const indent = ' '.repeat(rangeOf(before.key as Node)[0] - lineStart(yaml, rangeOf(before.key as Node)[0]))
  const at = endOfEntry(yaml, before)
  const text = isGroup(value)
    ? `${indent}${name}:\n${writeValue(value, `${indent}  `)}`
    : `${indent}${name}: ${writeScalar(value, { indent })}`
  return yaml[at - 1] === '\n' || at === 0
    ? { start: at, end: at, text: `${text.trimEnd()}\n` }
    : { start: at, end: at, text: `\n${text.trimEnd()}` }
}

function removePair(yaml: string, map: Collection, pair: Pair): Edit {
  const pairs = map.items as Pair[]
  if (map.flow) return removeFlow(pairs.map(extentOfPair), pairs.indexOf(pair))
  const start = rangeOf(pair.key as Node)[0]
  const next = pairs[pairs.indexOf(pair) + 1]
  const line = lineStart(yaml, start)
  // The first field of a list entry stands behind its dash: the next one takes its place.
  if (yaml.slice(line, start).trim() !== '') {
    if (!next) throw new Refused('It is the only field here. Remove the entry instead.')
    return { start, end: rangeOf(next.key as Node)[0], text: '' }
  }
  if (pairs.length === 1) throw new Refused('It is the only field here. Remove the group instead.')
  return { start: withOwnComments(yaml, line), end: endOfEntry(yaml, pair), text: '' }
}

function extentOfPair(pair: Pair): [number, number] {
  const [start, end] = rangeOf(pair.key as Node)
  return [start, isNode(pair.value) ? rangeOf(pair.value)[1] : end]
}

function flowEdits(yaml: string, list: Collection, items: Node[], change: Change): Edit[] {
  const place = Number(change.path.at(-1))
  const ranges = items.map((item) => rangeOf(item).slice(0, 2) as [number, number])
  const [start, end] = rangeOf(list as Node)
  if (change.kind === 'remove') return [removeFlow(ranges, place)]
  if (change.kind === 'insert') {
    const written = writeFlow(change.value)
    if (items.length === 0) {
      const isShort = !isGroup(change.value) || isInFlow(yaml, start)
      if (isShort) return [{ start, end, text: `[${written}]` }]
      return [{ ...setNode(yaml, list as Node, [change.value]), end }]
    }
    const at = ranges[place]
    if (at) return [{ start: at[0], end: at[0], text: `${written}, ` }]
    const last = ranges.at(-1)?.[1] ?? end
    return [{ start: last, end: last, text: `, ${written}` }]
  }
  if (change.kind !== 'move') return []
  const texts = ranges.map(([from, to]) => yaml.slice(from, to))
  const moved = [...texts]
  moved.splice(change.to, 0, ...moved.splice(place, 1))
  return ranges.flatMap(([from, to], index) =>
    moved[index] === texts[index] ? [] : [{ start: from, end: to, text: moved[index] ?? '' }],
  )
}

function removeFlow(ranges: [number, number][], place: number): Edit {
  const [start, end] = ranges[place] ?? [0, 0]
  const [next, previous] = [ranges[place + 1], ranges[place - 1]]
  if (next) return { start, end: next[0], text: '' }
  return { start: previous ? previous[1] : start, end, text: '' }
}

/** Entries of a list that stand under each other, each with the comments above it. */
function listEdits(yaml: string, items: Node[], change: Change): Edit[] {
  const place = Number(change.path.at(-1))
  const extents = items.map((item) => extentOfItem(yaml, item))
  const [own] = extents.slice(place)
  if (change.kind === 'remove') {
    if (!own) throw new Refused('There is no such entry any more.')
    if (items.length === 1) throw new Refused('It is the last entry. Remove the whole list instead.')
    return [{ start: own.start, end: own.end, text: '' }]
  }
  if (change.kind === 'insert') {
    const last = extents.at(-1)
    if (!last) throw new Refused('The list is empty. Change it in the file.')
    const at = own ? own.start : last.end
    const indent = `${last.indent}  `
    const written = isGroup(change.value)
      ? writeValue(change.value, indent).slice(indent.length)
      : writeScalar(change.value, { indent: last.indent })
    const entry = `${last.indent}- ${written.trimEnd()}`
    const isAfterLine = at === 0 || yaml[at - 1] === '\n'
    return [{ start: at, end: at, text: isAfterLine ? `${entry}\n` : `\n${entry}` }]
  }
  if (change.kind !== 'move') return []
  const whole = (extent: { start: number; end: number }) => {
    const text = yaml.slice(extent.start, extent.end)
    return text.endsWith('\n') ? text : `${text}\n`
  }
  const order = [...extents]
  order.splice(change.to, 0, ...order.splice(place, 1))
  return extents.flatMap(({ start, end }, index) => {
    const to = order[index]
    return !to || to === extents[index] ? [] : [{ start, end, text: whole(to) }]
  })
}

function extentOfItem(yaml: string, item: Node): { start: number; end: number; indent: string } {
  const [from] = rangeOf(item)
  const line = lineStart(yaml, from)
  // An entry may begin in the line under its dash.
  const dash = /^[ \t]*-[ \t]/.test(yaml.slice(line, from)) ? line : lineStart(yaml, yaml.lastIndexOf('-', from))
  const [indent = ''] = /^[ \t]*/.exec(yaml.slice(dash)) ?? []
  if (!/^-[ \t\r\n]/.test(yaml.slice(dash + indent.length)) || /^[ \t]*-[ \t]+-/.test(yaml.slice(dash)))
    throw new Refused('This list is written in a way that cannot be edited here. Change it in the file.')
  return { start: withOwnComments(yaml, dash), end: endOfValue(yaml, item), indent }
}

/** Where the lines of a field end. */
function endOfEntry(yaml: string, pair: Pair): number {
  return endOfValue(yaml, isNode(pair.value) && pair.value.range ? pair.value : (pair.key as Node))
}

function endOfValue(yaml: string, node: Node): number {
  const [start, end] = rangeOf(node)
  const last = trimmed(yaml, start, end)
  const line = yaml.indexOf('\n', last)
  return line < 0 ? yaml.length : line + 1
}

/** The beginning of the comment lines right above a line. */
function withOwnComments(yaml: string, line: number): number {
  let start = line
  while (start > 0) {
    const above = lineStart(yaml, start - 1)
    if (!/^[ \t]*#/.test(yaml.slice(above, start))) break
    start = above
  }
  // Those at the top speak of the whole file.
  return start === 0 ? line : start
}

function nodeAt(document: Document, path: Path): unknown {
  if (path.length === 0) return document.contents
  return document.getIn(path, true)
}

function rangeOf({ range }: Node): [number, number, number] {
  return (range as [number, number, number] | null | undefined) ?? [0, 0, 0]
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** Blanks at the beginning of the field or list entry that an offset lies in; its dashes count as blanks. */
function indentAt(yaml: string, offset: number): string {
  let line = lineStart(yaml, offset)
  // What stands under its key belongs to that.
  while (line > 0 && yaml.slice(line, offset).trim() === '') line = lineStart(yaml, line - 1)
  const [, blanks = '', dashes = ''] = /^([ \t]*)((?:-[ \t]+)*)/.exec(yaml.slice(line)) ?? []
  const isField = /^[^\s#]+:(?:\s|$)/.test(yaml.slice(line + blanks.length + dashes.length))
  return isField ? blanks + ' '.repeat(dashes.length) : blanks + ' '.repeat(Math.max(0, dashes.length - 2))
}

function indentOf(yaml: string, offset: number, isBelow: boolean): string {
  return isBelow ? ' '.repeat(offset - lineStart(yaml, offset)) : `${indentAt(yaml, offset)}  `
}

function trimmed(yaml: string, start: number, end: number): number {
  return start + yaml.slice(start, end).trimEnd().length
}

/** Whether brackets or braces are open around an offset. */
function isInFlow(yaml: string, offset: number): boolean {
  let depth = 0
  for (const token of tokensUntil(yaml, offset)) {
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
  }
  return depth > 0
}

function* tokensUntil(yaml: string, offset: number): Generator<string> {
  let at = 0
  for (const token of new Lexer().lex(yaml)) {
    // These are marks of the lexer and stand for no character.
    if (token === '\u0002' || token === '\u0018' || token === '\u001f') continue
    if (at >= offset) return
    at += token.length
    yield token
  }
}
