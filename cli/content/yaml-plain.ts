/** Anything but lines of words with spaces between them: blank lines, tabs, comments, spaces at the end, escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text that is plain has them
const UNUSUAL = /[\0-\x08\x0E-\x1F\x7F-\x9F\\]|[^\S \n]|\n *\n|(?:^| )#| $/m
const FIELD = /^([A-Za-z][\w-]{0,60}):(?: (\S.*))?$/
/** YAML has other values for these. `true` and `false` are read, as nobody names a field so. */
const WORD = /^(?:~|null|true|false)$/i
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/
const LIKE_NUMBER = /^[-+]?\.?\d[\d_.]*(?:e[-+]?\d*)?$|^0[xo]|^[-+]?\.(?:inf|nan)$/i
/** No mark of YAML at the beginning. */
const TEXT = /^(?:-?[\p{L}\d$]|[^\s?:,[\]{}#&*!|>'"%@`~-])/u
/** What makes a field of a text. */
const COLON = /:(?: |$)/
const QUOTED = /^(?:"([^"]*)"|'([^']*)')$/
const BLOCK = /^([>|])(-?)$/
const LIST = /^\[([^[\]{}"']+)\]$/
/** Each level stands at least one space further in; `yaml-values.ts` counts those that are too many. */
const DEEPEST = 20
const GROUP = /^\{([^[\]{}"']+)\}$/

/**
 * Reads the YAML that content is mostly written in: fields and lists below each other, with texts, numbers, blocks and
 * short lists and groups in brackets. The parser of YAML proper takes nine times as long, which is most of the time of
 * a check. Whatever is written otherwise is left to that parser.
 * @returns what the parser would return, without finding anything wrong; undefined where only the parser can tell
 */
export function readPlainYaml(yaml: string): object | undefined {
  if (UNUSUAL.test(yaml)) return undefined
  const lines = yaml.replace(/\n$/, '').split('\n')
  const indents = lines.map((line) => line.search(/[^ ]/))
  let at = 0
  const whole = readBelow(0)
  return at === lines.length ? whole : undefined

  /** The fields or entries that begin at this indentation. */
  function readBelow(indent: number): object | undefined {
    if (indent > DEEPEST) return undefined
    return isEntry(indent) ? readEntries(indent) : readFields(indent)
  }

  function isEntry(indent: number): boolean {
    return indents[at] === indent && (lines[at] ?? '').startsWith('- ', indent)
  }

  function readFields(indent: number): object | undefined {
    const fields: Record<string, unknown> = {}
    do {
      const [, name, rest] = FIELD.exec(lines[at]?.slice(indent) ?? '') ?? []
      if (name === undefined || WORD.test(name) || Object.hasOwn(fields, name)) return undefined
      at += 1
      const value = rest === undefined ? readNested(indent) : readValue(rest, indent)
      if (value === undefined) return undefined
      fields[name] = value
    } while (indents[at] === indent)
    return fields
  }

  function readNested(indent: number): object | undefined {
    const next = indents[at] ?? 0
    return next > indent || isEntry(indent) ? readBelow(next) : undefined
  }

  function readEntries(indent: number): unknown[] | undefined {
    const entries: unknown[] = []
    while (isEntry(indent)) {
      const rest = lines[at]?.slice(indent + 2) ?? ''
      let value: unknown
      if (FIELD.test(rest)) {
        // The fields of an entry begin behind its dash.
        lines[at] = ' '.repeat(indent + 2) + rest
        indents[at] = indent + 2
        value = readFields(indent + 2)
      } else {
        at += 1
        value = readValue(rest, indent)
      }
      if (value === undefined) return undefined
      entries.push(value)
    }
    return entries
  }

  function readValue(text: string, indent: number): unknown {
    const [, fold, strip] = BLOCK.exec(text) ?? []
    return fold ? readBlock(fold === '>' ? ' ' : '\n', strip ? '' : '\n', indent) : (readFlow(text) ?? readScalar(text))
  }

  /** The lines of a text, which stand under each other. */
  function readBlock(between: string, end: string, indent: number): string | undefined {
    const own = indents[at] ?? 0
    if (own <= indent) return undefined
    const from = at
    while (indents[at] === own) at += 1
    const texts = lines.slice(from, at).map((line) => line.slice(own))
    return texts.join(between) + end
  }
}

function readFlow(text: string): unknown {
  const items = (LIST.exec(text) ?? GROUP.exec(text))?.[1]?.split(',').map((item) => item.trim())
  if (!items) return undefined
  const names = text.startsWith('{') ? items.map((item) => FIELD.exec(item)?.[1] ?? '') : undefined
  const values = items.map((item) => readScalar(names ? (FIELD.exec(item)?.[2] ?? '') : item))
  if (values.includes(undefined)) return undefined
  if (!names) return values
  if (names.some((name) => name === '' || WORD.test(name)) || new Set(names).size < names.length) return undefined
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

function readScalar(text: string): string | number | boolean | undefined {
  const quoted = QUOTED.exec(text)
  if (quoted) return quoted[1] ?? quoted[2]
  if (WORD.test(text)) return text === 'true' || (text === 'false' ? false : undefined)
  if (NUMBER.test(text)) return Number(text)
  return TEXT.test(text) && !COLON.test(text) && !LIKE_NUMBER.test(text) ? text : undefined
}
