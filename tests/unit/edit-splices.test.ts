import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { applyYamlChange, type ValueChange } from '../../cli/content/yaml/value-change.ts'
import { listChanges } from '../chaos/edits/draw-change.ts'
import { oddYaml } from '../chaos/edits/odd-yaml.ts'
import { type Tried, trySplices } from '../chaos/edits/try-splices.ts'
import { createRandom } from '../random.ts'

const set = (path: ValueChange['path'], value: unknown): ValueChange => ({ kind: 'set', path, value })
const remove = (path: ValueChange['path']): ValueChange => ({ kind: 'remove', path })
const insert = (path: ValueChange['path'], value: unknown): ValueChange => ({ kind: 'insert', path, value })
const move = (path: ValueChange['path'], to: number): ValueChange => ({ kind: 'move', path, to })

describe('applyYamlChange: setting a value', () => {
  it.each<[string, string, ValueChange, string]>([
    ['keeps the trailing comment', 'a: 1 # one\nb: 2\n', set(['a'], 3), 'a: 3 # one\nb: 2\n'],
    ['keeps single quotes', "a: 'x'\n", set(['a'], "it's"), "a: 'it''s'\n"],
    ['keeps double quotes', 'a: "x"\n', set(['a'], 'y'), 'a: "y"\n'],
    ['adds quotes to text that would be parsed as another type', 'a: x\n', set(['a'], 'true'), 'a: "true"\n'],
    ['adds quotes to text with a colon and a hash', 'a: x\n', set(['a'], 'b: c # d'), 'a: "b: c # d"\n'],
    ['keeps a block scalar', 'a: |\n  x\nb: 1\n', set(['a'], 'y\nz'), 'a: |\n  y\n  z\nb: 1\n'],
    ['writes several paragraphs as a block scalar', 'a: x\nb: 1\n', set(['a'], 'y\n\nz'), 'a: |-\n  y\n\n  z\nb: 1\n'],
    ['keeps text on one line if a comment follows it', 'a: x # c\n', set(['a'], 'y\nz'), 'a: "y\\nz" # c\n'],
    ['keeps Windows line endings', 'a: |\r\n  x\r\nb: 1\r\n', set(['a'], 'y\nz'), 'a: |\r\n  y\r\n  z\r\nb: 1\r\n'],
    ['adds no final line break if there was none', 'a: 1\nb: 2', set(['b'], 3), 'a: 1\nb: 3'],
    ['changes nothing if the value is equal', "a: 'x' # c\n", set(['a'], 'x'), "a: 'x' # c\n"],
    [
      'keeps long text on one line',
      `a: ${'x '.repeat(60)}y\n`,
      set(['a'], `z ${'x '.repeat(60)}y`),
      `a: z ${'x '.repeat(60)}y\n`,
    ],
    [
      'keeps the unchanged lines of a folded block scalar',
      'a: >-\n  One two.\n  Three four five.\n  Six seven.\nb: 1\n',
      set(['a'], 'One two. Three or four five. Six seven. Eight'),
      'a: >-\n  One two.\n  Three or four\n  five.\n  Six seven. Eight\nb: 1\n',
    ],
    ['keeps a flow list', 'a: [x, y] # c\n', set(['a', 1], 'b, c'), 'a: [x, "b, c"] # c\n'],
    ['fills an empty field', 'a: # c\nb: 1\n', set(['a'], 'x'), 'a: x # c\nb: 1\n'],
  ])('writes the expected YAML: %s', (_, yaml, change, after) => {
    expect(applyYamlChange(yaml, change)).toBe(after)
  })
})

describe('applyYamlChange: fields', () => {
  it('inserts a new field in schema order', () => {
    expect(applyYamlChange('a: 1\n# of c\nc: 3\n', set(['b'], 2), ['a', 'b', 'c'])).toBe('a: 1\nb: 2\n# of c\nc: 3\n')
  })

  it('removes a field together with the comment above it', () => {
    expect(applyYamlChange('# file\n\na: 1\n# of b\nb: 2\nc: 3\n', remove(['b']))).toBe('# file\n\na: 1\nc: 3\n')
  })

  it('moves the second field of a list item to the line of the dash if the first field is removed', () => {
    expect(applyYamlChange('l:\n  - a: 1\n    b: 2\n', remove(['l', 0, 'a']))).toBe('l:\n  - b: 2\n')
  })
})

describe('applyYamlChange: lists', () => {
  const list = 'l:\n  # one\n  - a: 1\n  # two\n  - a: 2\n  - a: 3\nz: 1\n'
  it.each<[string, ValueChange, string]>([
    [
      'moves an entry with the comment above it',
      move(['l', 1], 0),
      'l:\n  # two\n  - a: 2\n  # one\n  - a: 1\n  - a: 3\nz: 1\n',
    ],
    ['removes an entry', remove(['l', 2]), 'l:\n  # one\n  - a: 1\n  # two\n  - a: 2\nz: 1\n'],
    [
      'appends an entry',
      insert(['l', 3], { a: 4 }),
      'l:\n  # one\n  - a: 1\n  # two\n  - a: 2\n  - a: 3\n  - a: 4\nz: 1\n',
    ],
  ])('writes the expected YAML: %s', (_, change, after) => {
    expect(applyYamlChange(list, change)).toBe(after)
  })
})

describe('applyYamlChange', () => {
  it.each<[string, string, ValueChange, RegExp]>([
    ['a value that aliases refer to', 'a: &x 1\nb: *x\n', set(['a'], 2), /Other parts of the file/],
    ['a value inside a group that aliases refer to', 'a: &x\n  b: 1\nc: *x\n', set(['a', 'b'], 2), /Other parts/],
    ['an alias', 'a: &x 1\nb: *x\n', set(['b'], 2), /defined elsewhere/],
    ['a group that contains comments', 'a:\n  b: 1\n  # why\n  c: 2\n', set(['a'], 2), /"# why" would be lost/],
    ['the order of a nested list', 'a:\n  - - x\n    - y\n', move(['a', 0, 0], 1), /does not allow/],
    ['a file with a duplicate field', 'a: 1\na: 2\n', set(['a'], 3), /has YAML errors/],
    ['a file with a tab before a field', 'a:\n\tb: 1\n', set(['a'], 3), /has YAML errors/],
    ['a file with an unresolved alias', 'a: *x\nb: 1\n', set(['b'], 3), /has YAML errors/],
    ['a missing entry', 'a: [1]\n', remove(['a', 4]), /entry no longer exists/],
    ['a missing field', 'a: 1\n', remove(['b']), /field no longer exists/],
    ['a missing group', 'a: 1\n', set(['b', 'c'], 1), /group that contains this field no longer exists/],
    ['a list by removing its only entry', 'a:\n  - 1\n', remove(['a', 0]), /Remove the whole list/],
  ])('refuses to change %s', (_, yaml, change, why) => {
    expect(() => applyYamlChange(yaml, change)).toThrow(why)
  })
})

describe('applyYamlChange: random changes', () => {
  it.each(Object.entries(oddYaml))('either preserve all other bytes or are refused: %s', (name, yaml) => {
    const tried: Tried = { made: 0, refused: new Map(), faults: [] }
    trySplices(name, yaml, listChanges(parseDocument(yaml).toJS() ?? {}, createRandom(16)), tried)
    expect(tried.faults).toEqual([])
  })
})
