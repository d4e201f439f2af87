import { type Document, isScalar, Scalar, visit } from 'yaml'
import { type Mistake, quoted } from './yaml-repairs.ts'

/** What YAML reads without complaint and yet drops: a part of a text that a visitor would never see. */
export function listLosses(document: Document, text: string): Mistake[] {
  const losses: Mistake[] = []
  const used = new Set<string>()
  visit(document, {
    Alias(_, alias) {
      used.add(alias.source)
      const start = alias.range?.[0] ?? 0
      if (!alias.resolve(document)) losses.push(marked(start, `*${alias.source}`, quoted(text, start)))
    },
    Scalar(key, scalar) {
      if (key === 'key' && scalar.value === '__proto__') losses.push(reserved(scalar.range?.[0] ?? 0))
      if (key === 'key' || !scalar.range || scalar.type !== Scalar.PLAIN) return
      const [start, end] = scalar.range
      const cut = /^[ \t]*(#[^\s#][^\r\n]*)/.exec(text.slice(end, end + 200))
      if (!cut || /\n/.test(text.slice(start, end))) return
      losses.push({
        rule: 'yaml/cut-by-comment',
        start: end + cut[0].indexOf('#'),
        end: end + cut[0].trimEnd().length,
        message: `the text is cut here: " #" begins a comment`,
        help: 'Put quotes around the whole text. If a comment is meant, write a space after the #.',
        repairs: quoted(text, scalar.value === null ? end + cut[0].indexOf('#') : start),
      })
    },
  })
  visit(document, {
    Node(_, node) {
      if (!isScalar(node) || !node.range) return
      const tag = node.tag?.startsWith('!') && !node.tag.startsWith('!!') ? node.tag : undefined
      const mark = tag ?? (node.anchor && !used.has(node.anchor) ? `&${node.anchor}` : undefined)
      if (!mark) return
      const start = text.lastIndexOf(mark, node.range[0])
      // An anchor that nothing refers to is as likely a leftover as a part of the text.
      if (start >= 0) losses.push(marked(start, mark, tag ? quoted(text, start) : []))
    },
  })
  return losses
}

/** The one name that JavaScript keeps for itself: what it holds would be gone. */
function reserved(start: number): Mistake {
  const name = '__proto__'
  const message = `"${name}" cannot be the name of a field`
  return { rule: 'schema/unknown-key', start, end: start + name.length, message, help: 'Remove it.', repairs: [] }
}

function marked(start: number, mark: string, repairs: Mistake['repairs']): Mistake {
  return {
    rule: 'yaml/needs-quotes',
    start,
    end: start + mark.length,
    message: `"${mark}" at the beginning of a text is a mark of YAML and is not shown`,
    help: 'Put quotes around the whole text, or take the mark away if it does not belong to it.',
    repairs,
  }
}
