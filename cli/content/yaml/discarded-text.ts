import { type Document, isAlias, isCollection, isScalar, Scalar, visit } from 'yaml'
import { createQuotingRepairs, type YamlMistake } from './repairs.ts'

/** Speeds up the search: only comments, aliases, anchors, tags, versions and `__proto__` can make YAML discard text. */
const MAY_LOSE = /[#*&!\\]|__proto__|^%YAML/m

/** Maximum length of a tag, an anchor and the space around them. */
const MAX_TAG = 300
/** Tags of the types that data in JSON can have. */
const JSON_TAGS = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((type) => `tag:yaml.org,2002:${type}`),
)

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
    Node(_, node) {
      if (isAlias(node) || !node.range) return
      const [start] = node.range
      const tag = node.tag !== undefined && !JSON_TAGS.has(node.tag) ? findTag(text, start) : undefined
      if (tag && (tag.name.startsWith('!!') || isCollection(node))) losses.push(unknownType(tag.start, tag.name))
      else if (tag) {
        const repairs = isScalar(node) && node.type === Scalar.PLAIN ? createQuotingRepairs(text, tag.start) : []
        losses.push(unreadMark(tag.start, tag.name, repairs))
      } else if (isScalar(node) && node.anchor && !used.has(node.anchor)) {
        // An unused anchor is ambiguous, so it is not repaired: it may be a leftover or part of the text.
        const mark = `&${node.anchor}`
        losses.push(unreadMark(text.lastIndexOf(mark, start), mark, []))
      }
    },
  })
  const versions = [...text.matchAll(/^%YAML.*$/gm)]
  const [, second] = document.directives?.docStart ? versions : []
  if (second) losses.push(repeatedVersion(second.index, second[0]))
  return losses
}

/** As a key, `__proto__` would set the object's prototype instead of a field. */
function reservedKey(start: number): YamlMistake {
  const name = '__proto__'
  const message = `"${name}" cannot be a field name`
  return {
    rule: 'schema/unknown-key',
    range: [start, start + name.length],
    message,
    help: 'Remove it.',
    repairs: [],
  }
}

/** Returns the tag before a value, such as `!draft`, `!!set` or `!<!draft>`. An anchor may follow the tag. */
function findTag(text: string, value: number): { start: number; name: string } | undefined {
  const before = text.slice(Math.max(0, value - MAX_TAG), value)
  const [found, name = ''] = /(!(?:<[^>\s]*>|[^\s,[\]{}]*))\s*(?:&[^\s,[\]{}]+\s*)?$/.exec(before) ?? []
  return found === undefined ? undefined : { start: value - found.length, name }
}

function unknownType(start: number, name: string): YamlMistake {
  const message = `${name} is a YAML type that content cannot have`
  const help = `Remove ${name}, and write text, a list or a group.`
  return { rule: 'yaml/needs-quotes', range: [start, start + name.length], message, help, repairs: [] }
}

function repeatedVersion(start: number, line: string): YamlMistake {
  const help = 'Remove all lines that start with %YAML: they are not needed.'
  const range: YamlMistake['range'] = [start, start + line.trimEnd().length]
  return { rule: 'yaml/syntax', range, message: 'the version of YAML is given twice', help, repairs: [] }
}

function unreadMark(start: number, mark: string, repairs: YamlMistake['repairs']): YamlMistake {
  const message = `YAML reads "${mark}" at the start of text as an instruction, so it is not shown`
  const help = `Put quotes around the whole text, or remove ${mark} if it is not part of the text.`
  return { rule: 'yaml/needs-quotes', range: [start, start + mark.length], message, help, repairs }
}
