import { type Document, isScalar, Scalar, visit } from 'yaml'
import type { Explanations } from '../../diagnostics/explanation.ts'
import { createQuotingRepairs, type YamlMistake } from './repairs.ts'

/** Speeds up the search: only comments, aliases, anchors, tags and `__proto__` can make YAML discard text. */
const MAY_LOSE = /[#*&!\\]|__proto__/

/** Lists text that YAML silently discards, which visitors would never see. */
export function listDiscardedText(document: Document, text: string): YamlMistake[] {
  if (!MAY_LOSE.test(text)) return []
  const losses: YamlMistake[] = []
  const used = new Set<string>()
  visit(document, {
    Alias(_, alias) {
      used.add(alias.source)
      const start = alias.range?.[0] ?? 0
      if (!alias.resolve(document))
        losses.push(unreadMark(start, `*${alias.source}`, createQuotingRepairs(text, start)))
    },
    Scalar(key, scalar) {
      if (key === 'key' && scalar.value === '__proto__') losses.push(reservedKey(scalar.range?.[0] ?? 0))
      if (key === 'key' || !scalar.range || scalar.type !== Scalar.PLAIN) return
      const [start, end] = scalar.range
      const cut = /^[ \t]*(#[^\s#][^\r\n]*)/.exec(text.slice(end, end + 200))
      if (!cut || /\n/.test(text.slice(start, end))) return
      const comment = end + cut[0].indexOf('#')
      losses.push({
        rule: 'yaml/cut-by-comment',
        range: [comment, end + cut[0].trimEnd().length],
        message: `the text is cut off here: " #" starts a comment`,
        help: 'Put quotes around the whole text. If it is a comment, write a space after the #.',
        repairs: createQuotingRepairs(text, scalar.value === null ? comment : start),
      })
    },
  })
  visit(document, {
    Scalar(_, { tag: anyTag, anchor, range }) {
      if (!range) return
      const tag = anyTag?.startsWith('!') && !anyTag.startsWith('!!') ? anyTag : undefined
      const mark = tag ?? (anchor && !used.has(anchor) ? `&${anchor}` : undefined)
      const start = mark ? text.lastIndexOf(mark, range[0]) : -1
      // Repair only tags. An unused anchor is ambiguous: it may be a leftover or part of the text.
      if (mark && start >= 0) losses.push(unreadMark(start, mark, tag ? createQuotingRepairs(text, start) : []))
    },
  })
  return losses
}

/** As a key, `__proto__` would set the object's prototype instead of a field. */
function reservedKey(start: number): YamlMistake {
  const name = '__proto__'
  const message = `"${name}" cannot be a field name`
  return { rule: 'schema/unknown-key', range: [start, start + name.length], message, help: 'Remove it.', repairs: [] }
}

function unreadMark(start: number, mark: string, repairs: YamlMistake['repairs']): YamlMistake {
  const message = `"${mark}" has a special meaning in YAML at the start of text and is not shown`
  const help = `Put quotes around the whole text, or remove ${mark} if it is not part of the text.`
  return { rule: 'yaml/needs-quotes', range: [start, start + mark.length], message, help, repairs }
}

/**
 * Describes a duplicate key. `range` is the range of the repeated key, and `first` is the range of the original key.
 * @param pos position that the parser reported
 */
export function describeDuplicateKey(
  document: Document,
  pos: YamlMistake['range'],
): YamlMistake & { first?: YamlMistake['range'] } {
  const mistake = { rule: 'yaml/duplicate-key', range: pos, message: '', help: 'Keep one of them.', repairs: [] }
  let found: YamlMistake & { first?: YamlMistake['range'] } = mistake
  visit(document, {
    Map(_, { items }) {
      const keys = items.flatMap(({ key }) => (isScalar(key) && key.range ? [key] : []))
      const second = keys.find(({ range }) => range?.[0] === pos[0])
      const first = keys.find(({ value }) => value === second?.value)
      if (!second?.range || !first?.range) return undefined
      const [[from, to], [start, end]] = [first.range, second.range]
      const message = `"${second.value}" is defined twice`
      found = { ...mistake, message, range: [start, end], first: [from, to] }
      return visit.BREAK
    },
  })
  return found
}

export const discardedTextRules: Explanations = {
  'yaml/cut-by-comment': {
    means: 'Text contains a # after a space, so the rest of the line is a comment.',
    matters: 'Visitors would see only the start of the text, and YAML reports no error.',
    bad: 'title: We are #1 in retail',
    good: 'title: "We are #1 in retail"',
    fix: 'Put quotes around the whole text, or run --fix. If it is a comment, write a space after the #.',
  },
  'yaml/duplicate-key': {
    means: 'A group contains the same field twice.',
    matters: 'Only one of the two would be shown.',
    bad: 'title: Prime Day\ntag: Ads\ntitle: Prime Week',
    good: 'title: Prime Week\ntag: Ads',
    fix: 'Keep one of them.',
  },
}
