import { isDeepStrictEqual } from 'node:util'
import type { ValuePath } from '../../../cli/content/yaml/source.ts'
import type { ValueChange } from '../../../cli/content/yaml/value-change.ts'

/** Values that people paste, and values that YAML could misread. */
export const UNUSUAL_VALUES: readonly unknown[] = [
  ...[
    'Plain words',
    'it’s: a colon',
    'a # hash',
    '# begins with one',
    'ends with: ',
    ' begins with a blank',
    'tab\there',
  ],
  ...[
    '"quoted"',
    "it's 'quoted'",
    'back\\slash',
    '- dash',
    '* star',
    '&anchor',
    '!tag',
    '%directive',
    '@at',
    '`tick`',
    '|',
    '>',
  ],
  ...[
    '[brackets]',
    '{braces}',
    'a, b',
    '? key',
    'key: value',
    'null',
    '~',
    'true',
    'No',
    '12',
    '0x1F',
    '1e3',
    '2024-01-02',
  ],
  ...[
    '12:30:45',
    '.5',
    '-',
    '---',
    '...',
    '',
    ' ',
    '\n',
    '🛒 emoji 👩‍👩‍👧',
    'Ünïcödé',
    'עברית',
    'zero\u200Bwidth',
    '<<',
    '=',
    ':',
    '::',
  ],
  ...[
    'Two\n\nparagraphs',
    'one\nline break',
    'ends with one\n',
    'ends with two\n\n',
    '\nbegins with one',
    '  two\n  blanks',
  ],
  ...[
    'a\n\n\n\nb',
    'trailing \nblank',
    '- a\n- b',
    '# x\n# y',
    `${'Long words go on and on. '.repeat(30)}End.`,
    'x'.repeat(400),
  ],
  ...[
    `${'Long words go on and on. '.repeat(9)}\n\n${'Another paragraph with words. '.repeat(9)}`,
    `# ${'long words '.repeat(30)}end`,
  ],
  ...[
    0,
    1,
    -1,
    12.5,
    1e21,
    1e-7,
    true,
    false,
    'constructor',
    '{reply-time}',
    '50% of: all',
    'a\r\nb',
    '#',
    "'",
    '"',
    '\n',
    '"\n"',
  ],
]
const GROUPS: readonly unknown[] = [
  ...[
    { label: 'One: two', href: '/contact' },
    { a: { b: ['c', { d: 'e # f' }] }, g: [] },
    ['one', 'two: three'],
    [[1, 2], ['x']],
  ],
  ...[
    { text: 'Two\n\nparagraphs', list: [{ a: 1 }, { b: 'x\ny' }] },
    [{ a: 'b', c: ['d'] }],
    {},
    [],
    { 'odd key: #': 'x', '12': 'y' },
  ],
]

/** Lists changes to every value, with random new values. */
export function listChanges(data: unknown, random: () => number, path: ValuePath = []): ValueChange[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const value = (): unknown => pick(random() < 0.75 ? UNUSUAL_VALUES : GROUPS)
  if (typeof data !== 'object' || data === null) return []
  const isList = Array.isArray(data)
  const steps = isList ? data.map((_, index) => index) : Object.keys(data)
  const own = steps.flatMap((step): ValueChange[] => {
    const [at, current] = [[...path, step], (data as Record<string, unknown>)[step]]
    const set: ValueChange[] = [value(), value()].map((drawn) => ({ kind: 'set', path: at, value: drawn }))
    const inner = listChanges(current, random, at)
    if (!isList) return [...set, { kind: 'remove', path: at }, ...inner]
    const to = Math.floor(random() * data.length)
    return [
      ...set,
      { kind: 'remove', path: at },
      { kind: 'insert', path: at, value: current },
      { kind: 'insert', path: at, value: value() },
      { kind: 'move', path: at, to },
      ...inner,
    ]
  })
  if (isList) return [...own, { kind: 'insert', path: [...path, data.length], value: value() }]
  return [...own, { kind: 'set', path: [...path, pick(['draft', 'added', 'image', 'label'])], value: value() }]
}

/** Returns a slightly different value, which is usually still valid. */
export function alike(value: unknown, random: () => number): unknown {
  if (typeof value === 'number') return value + (random() < 0.5 ? 1 : -1)
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return value
  const words = value.split(' ')
  const at = Math.floor(random() * words.length)
  const changes = [
    () => words.map((word, index) => (index === at ? `${word}ly` : word)).join(' '),
    () => words.filter((_, index) => index !== at || words.length === 1).join(' '),
    () => [...words.slice(0, at), 'truly', ...words.slice(at)].join(' '),
    () => `${value.trimEnd().replace(/[.!?]$/, '')}: so “it” is, isn't it?`,
    () => value.replace(/ /, '\n'),
  ]
  return changes[Math.floor(random() * changes.length)]?.()
}

/** Returns the data expected after a change, computed independently of the editor. */
export function expectedAfter(data: unknown, change: ValueChange): unknown {
  const copy = structuredClone(data)
  let holder = copy as Record<string | number, unknown>
  for (const step of change.path.slice(0, -1)) holder = holder[step] as typeof holder
  const last = change.path.at(-1) as string
  const list = Array.isArray(holder) ? (holder as unknown[]) : undefined
  if (change.kind === 'set') holder[last] = change.value
  if (change.kind === 'insert') list?.splice(Number(last), 0, change.value)
  if (change.kind === 'move') list?.splice(change.to, 0, ...list.splice(Number(last), 1))
  if (change.kind === 'remove' && list) list.splice(Number(last), 1)
  if (change.kind === 'remove' && !list) delete holder[last]
  return copy
}

export function changesNothing(data: unknown, change: ValueChange): boolean {
  return isDeepStrictEqual(expectedAfter(data, change), data)
}
