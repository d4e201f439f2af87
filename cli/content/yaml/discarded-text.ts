import { type Document, Scalar, visit } from 'yaml'
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
      const message = 'the text is cut off here: " #" starts a comment'
      const help = 'Put quotes around the whole text. If it is a comment, write a space after the #.'
      const repairs = createQuotingRepairs(text, scalar.value === null ? comment : start)
      const cutEnd = end + cut[0].trimEnd().length
      losses.push({ rule: 'yaml/cut-by-comment', range: [comment, cutEnd], message, help, repairs })
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
