import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import type { Change } from '../../cli/editor/server/change.ts'
import { splice } from '../../cli/editor/server/splice.ts'
import { listChanges } from '../chaos/edits/draw-change.ts'
import { oddYaml } from '../chaos/edits/odd-yaml.ts'
import { type Tried, trySplices } from '../chaos/edits/try-splices.ts'
import { createRandom } from '../random.ts'

const set = (path: Change['path'], value: unknown): Change => ({ kind: 'set', path, value })
const remove = (path: Change['path']): Change => ({ kind: 'remove', path })
const insert = (path: Change['path'], value: unknown): Change => ({ kind: 'insert', path, value })
const move = (path: Change['path'], to: number): Change => ({ kind: 'move', path, to })

describe('a change of one value', () => {
  it.each<[string, string, Change, string]>([
    ['keeps the comment behind it', 'a: 1 # one\nb: 2\n', set(['a'], 3), 'a: 3 # one\nb: 2\n'],
    ['keeps single quotes', "a: 'x'\n", set(['a'], "it's"), "a: 'it''s'\n"],
    ['keeps double quotes', 'a: "x"\n', set(['a'], 'y'), 'a: "y"\n'],
    ['gets quotes where a text would be read as something else', 'a: x\n', set(['a'], 'true'), 'a: "true"\n'],
    ['gets quotes before a colon and a hash', 'a: x\n', set(['a'], 'b: c # d'), 'a: "b: c # d"\n'],
    ['keeps a block of lines', 'a: |\n  x\nb: 1\n', set(['a'], 'y\nz'), 'a: |\n  y\n  z\nb: 1\n'],
    ['becomes a block for several paragraphs', 'a: x\nb: 1\n', set(['a'], 'y\n\nz'), 'a: |-\n  y\n\n  z\nb: 1\n'],
    ['stays in its line before a comment', 'a: x # c\n', set(['a'], 'y\nz'), 'a: "y\\nz" # c\n'],
    ['keeps Windows line ends', 'a: |\r\n  x\r\nb: 1\r\n', set(['a'], 'y\nz'), 'a: |\r\n  y\r\n  z\r\nb: 1\r\n'],
    ['keeps a file without a line end so', 'a: 1\nb: 2', set(['b'], 3), 'a: 1\nb: 3'],
    ['that is none leaves all as it is', "a: 'x' # c\n", set(['a'], 'x'), "a: 'x' # c\n"],
    [
      'stays in one line, however long',
      `a: ${'x '.repeat(60)}y\n`,
      set(['a'], `z ${'x '.repeat(60)}y`),
      `a: z ${'x '.repeat(60)}y\n`,
    ],
    [
      'keeps the lines of a folded text in which nothing is changed',
      'a: >-\n  One two.\n  Three four five.\n  Six seven.\nb: 1\n',
      set(['a'], 'One two. Three or four five. Six seven. Eight'),
      'a: >-\n  One two.\n  Three or four\n  five.\n  Six seven. Eight\nb: 1\n',
    ],
    ['in brackets stays there', 'a: [x, y] # c\n', set(['a', 1], 'b, c'), 'a: [x, "b, c"] # c\n'],
    ['fills an empty field', 'a: # c\nb: 1\n', set(['a'], 'x'), 'a: x # c\nb: 1\n'],
  ])('%s', (_, yaml, change, after) => {
    expect(splice(yaml, change)).toBe(after)
  })
})

describe('a field', () => {
  it('that is new goes where the schema has it', () => {
    expect(splice('a: 1\n# of c\nc: 3\n', set(['b'], 2), ['a', 'b', 'c'])).toBe('a: 1\nb: 2\n# of c\nc: 3\n')
  })

  it('that goes takes the comment above it along', () => {
    expect(splice('# file\n\na: 1\n# of b\nb: 2\nc: 3\n', remove(['b']))).toBe('# file\n\na: 1\nc: 3\n')
  })

  it('behind a dash leaves its place to the next one', () => {
    expect(splice('l:\n  - a: 1\n    b: 2\n', remove(['l', 0, 'a']))).toBe('l:\n  - b: 2\n')
  })
})

describe('a list', () => {
  const list = 'l:\n  # one\n  - a: 1\n  # two\n  - a: 2\n  - a: 3\nz: 1\n'
  it.each<[string, Change, string]>([
    [
      'moves an entry with the comment above it',
      move(['l', 1], 0),
      'l:\n  # two\n  - a: 2\n  # one\n  - a: 1\n  - a: 3\nz: 1\n',
    ],
    ['takes an entry away', remove(['l', 2]), 'l:\n  # one\n  - a: 1\n  # two\n  - a: 2\nz: 1\n'],
    [
      'takes an entry in at its end',
      insert(['l', 3], { a: 4 }),
      'l:\n  # one\n  - a: 1\n  # two\n  - a: 2\n  - a: 3\n  - a: 4\nz: 1\n',
    ],
  ])('%s', (_, change, after) => {
    expect(splice(list, change)).toBe(after)
  })
})

describe('what cannot be changed in its place is refused:', () => {
  it.each<[string, string, Change, RegExp]>([
    ['a value that other places take', 'a: &x 1\nb: *x\n', set(['a'], 2), /Other parts of the file/],
    ['a value inside of a group that other places take', 'a: &x\n  b: 1\nc: *x\n', set(['a', 'b'], 2), /Other parts/],
    ['a value that is taken from elsewhere', 'a: &x 1\nb: *x\n', set(['b'], 2), /defined elsewhere/],
    ['a group with comments in it', 'a:\n  b: 1\n  # why\n  c: 2\n', set(['a'], 2), /"# why" would be lost/],
    ['an entry that moves in a list of lists', 'a:\n  - - x\n    - y\n', move(['a', 0, 0], 1), /cannot be edited here/],
    ['a file with a field twice', 'a: 1\na: 2\n', set(['a'], 3), /has YAML errors/],
    ['a file with a tab before a field', 'a:\n\tb: 1\n', set(['a'], 3), /has YAML errors/],
    ['an alias of nothing', 'a: *x\nb: 1\n', set(['b'], 3), /has YAML errors/],
    ['an entry that is gone', 'a: [1]\n', remove(['a', 4]), /entry no longer exists/],
    ['a field that is gone', 'a: 1\n', remove(['b']), /field no longer exists/],
    ['a group that is gone', 'a: 1\n', set(['b', 'c'], 1), /group of this field no longer exists/],
    ['the last entry', 'a:\n  - 1\n', remove(['a', 0]), /Remove the whole list/],
  ])('%s', (_, yaml, change, why) => {
    expect(() => splice(yaml, change)).toThrow(why)
  })
})

describe('any change', () => {
  it.each(Object.entries(oddYaml))('of %s leaves all else to the byte, or is refused', (name, yaml) => {
    const tried: Tried = { made: 0, refused: new Map(), faults: [] }
    trySplices(name, yaml, listChanges(parseDocument(yaml).toJS() ?? {}, createRandom(16)), tried)
    expect(tried.faults).toEqual([])
  })
})
