/** Returns a random number from 0 to 1. */
type Random = () => number

/** Damages text. Returns undefined if the text contains nothing to damage. */
type Mutation = (text: string, random: Random) => string | Buffer | undefined

const MARKS = [
  ...':#-{}[]"\'|>&*!%@`\\,?~=<$_^',
  '\t',
  '\u00a0',
  '\0',
  '\u000b',
  '\u2028',
  '\u{1f6a2}',
  '\u200f',
  '\r',
  '\n',
]
const VALUES = [
  'true',
  'null',
  '12',
  '[a, b]',
  '{ a: b }',
  '2026-02-31',
  '>- text',
  '| text',
  '*alias',
  '&anchor x',
  '!tag x',
  '- a',
  '""',
]

const at = (length: number, random: Random) => Math.floor(random() * length)
const pick = <T>(list: readonly T[], random: Random): T | undefined => list[at(list.length, random)]
const replaceAt = (text: string, start: number, end: number, by: string) => text.slice(0, start) + by + text.slice(end)

/** Replaces one random match of a pattern. */
function replaceOne(pattern: RegExp, by: (match: RegExpExecArray, random: Random) => string): Mutation {
  return (text, random) => {
    const match = pick([...text.matchAll(pattern)], random)
    return match && replaceAt(text, match.index, match.index + match[0].length, by(match, random))
  }
}

/** Changes lines around a random line. */
function changeLines(change: (lines: string[], index: number, random: Random) => void): Mutation {
  return (text, random) => {
    const lines = text.split('\n')
    change(lines, at(lines.length, random), random)
    return lines.join('\n')
  }
}

/** Returns the number of lines of a field: its own line and the indented lines below it. */
function blockAt(lines: readonly string[], index: number): number {
  const indent = /^[ ]*/.exec(lines[index] ?? '')?.[0].length ?? 0
  const next = lines.findIndex((line, other) => other > index && line.trim() !== '' && line.search(/\S/) <= indent)
  return (next < 0 ? lines.length : next) - index
}

/** Mutations of YAML and Markdown files, by description. */
export const mutations: Record<string, Mutation> = {
  'byte changed': (text, random) => {
    const bytes = Buffer.from(text)
    bytes[at(bytes.length, random)] = at(256, random)
    return bytes
  },
  'byte removed': (text, random) => {
    const bytes = Buffer.from(text)
    const index = at(bytes.length, random)
    return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)])
  },
  'mark inserted': (text, random) => {
    const index = at(text.length, random)
    return replaceAt(text, index, index, pick(MARKS, random) ?? '')
  },
  'mark removed': replaceOne(/[^\w\s]/g, () => ''),
  'mark doubled': replaceOne(/[^\w\s]/g, ([mark]) => mark + mark),
  'cut off': (text, random) => text.slice(0, at(text.length, random)),
  'line removed': changeLines((lines, index) => lines.splice(index, 1)),
  'line doubled': changeLines((lines, index) => lines.splice(index, 0, lines[index] ?? '')),
  'lines swapped': changeLines((lines, index) => lines.splice(index, 0, ...lines.splice(index + 1, 1))),
  'lines joined': changeLines((lines, index) => lines.splice(index, 2, `${lines[index]} ${lines[index + 1] ?? ''}`)),
  'line indented': changeLines((lines, index, random) => {
    lines[index] = `${pick([' ', '  ', '\t', '\u00a0'], random)}${lines[index]}`
  }),
  'line outdented': changeLines((lines, index) => {
    lines[index] = lines[index]?.replace(/^ {1,2}/, '') ?? ''
  }),
  'line as a comment': changeLines((lines, index) => {
    lines[index] = `# ${lines[index]}`
  }),
  'word removed': replaceOne(/\b\w+ /g, () => ''),
  'letters swapped': replaceOne(/\b([a-z])([a-z])/gi, ([, one, other]) => `${other}${one}`),
  'digit changed': replaceOne(/\d/g, ([digit], random) => String((Number(digit) + 1 + at(9, random)) % 10)),
  'space after a colon removed': replaceOne(/: (?=\S)/g, () => ':'),
  'space after a dash removed': replaceOne(/^( *-) /gm, ([, dash = '']) => dash),
  'quotes removed': replaceOne(/(["'])([^"'\n]*)\1/g, ([, , text = '']) => text),
  'colon in text': replaceOne(/(?<=: \w+) (?=\w)/g, () => ': '),
  'hash in text': replaceOne(/(?<=: \w+) (?=\w)/g, () => ' #'),
  'fact misspelled': replaceOne(/\{([a-z])([a-z-]*)\}/g, ([, first, rest]) => `{${rest}${first}}`),
  'fact written in code': replaceOne(/\{[a-z-]+\}/g, ([fact]) => `\`${fact}x\``),
  'value of another type': replaceOne(/(?<=^ *(?:- )?[\w-]+: ).+$/gm, (_, random) => pick(VALUES, random) ?? ''),
  'value removed': replaceOne(/(?<=^ *(?:- )?[\w-]+:) .+$/gm, () => ''),
  'block removed': changeLines((lines, index) => lines.splice(index, blockAt(lines, index))),
  'block doubled': changeLines((lines, index) =>
    lines.splice(index, 0, ...lines.slice(index, index + blockAt(lines, index))),
  ),
  'block moved': changeLines((lines, index, random) => {
    const block = lines.splice(index, blockAt(lines, index))
    lines.splice(at(lines.length, random), 0, ...block)
  }),
  'block indented': changeLines((lines, index) => {
    const last = index + blockAt(lines, index)
    for (let line = index; line < last; line += 1) lines[line] = `  ${lines[line]}`
  }),
  'fence opened': changeLines((lines, index) => lines.splice(index, 0, '```')),
  'heading changed': replaceOne(/^#+ /gm, ([marks], random) => pick([marks.trim(), `#${marks}`, '# '], random) ?? ''),
  'address changed': replaceOne(/(?<=\]\(|to: )\/[\w/-]+/g, ([address]) => `${address}s`),
  'HTML inserted': (text, random) => {
    const index = at(text.length, random)
    return replaceAt(text, index, index, '<b>')
  },
}
