import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../cli/content/yaml/source.ts'
import { applyEdits } from '../../cli/diagnostics/edit.ts'

/** Returns the problems of a text, and the text with all fixes applied. */
function check(yaml: string) {
  const { problems } = parseYaml('a.yaml', yaml, yaml, 0)
  const fixed = applyEdits(
    yaml,
    problems.flatMap(({ fix }) => fix?.edits ?? []),
  )
  return { problems, found: problems.map(({ rule, line, column }) => `${rule} ${line}:${column}`), fixed }
}

describe('site check reports a custom tag', () => {
  it.each([
    ['role: !<!lead> Leads the desk\n', 'role: "!<!lead> Leads the desk"\n'],
    ['role: !lead Leads the desk\n', 'role: "!lead Leads the desk"\n'],
    ['role: !lead\n', 'role: "!lead"\n'],
    ['role: !lead Leads the desk # since 2020\n', 'role: "!lead Leads the desk" # since 2020\n'],
    ['- !lead Leads ! the !lead desk\n', '- "!lead Leads ! the !lead desk"\n'],
  ])('and --fix quotes the whole text: %j', (before, after) => {
    expect(check(before)).toMatchObject({ found: [expect.stringMatching(/^yaml\/needs-quotes/)], fixed: after })
    expect(check(after).found).toEqual([])
  })

  it.each([
    'role: !lead "Leads"\n',
    'role: !lead Leads\n  the desk\n',
    'role: !lead\n  Leads\n',
    'role: !lead { a: b }\n',
  ])('without a fix if it is not clear what the text is: %j', (before) => {
    expect(check(before)).toMatchObject({ found: ['yaml/needs-quotes 1:7'], fixed: before })
  })
})

it.each([
  '!!set { x, y }',
  '!!omap [x: 1]',
  '!!pairs [x: 1]',
  '!!binary aGk=',
  '!!timestamp 2026-01-01',
  '!!set\n  ? x',
])('site check reports the YAML type %j, which JSON does not have', (value) => {
  const { problems, fixed } = check(`a: ${value}\n`)
  expect(problems).toMatchObject([{ line: 1, column: 4, message: expect.stringContaining('YAML type') }])
  expect(fixed).toBe(`a: ${value}\n`)
})

it.each(['!!str 2026', '!!int 3', '!!map { x: 1 }', '!!seq [1]', '!!null', '!!bool true'])(
  'site check accepts the YAML type %j',
  (value) => expect(check(`a: ${value}\n`).found).toEqual([]),
)

it('site check reports a file with two %YAML directives', () => {
  expect(check('%YAML 1.1\n%YAML 1.2\n---\na: yes\n').found).toEqual(['yaml/syntax 2:1'])
  expect(check('%YAML 1.2\n---\na: yes\n').found).toEqual([])
  expect(check('---\na: |\n  x\n  %YAML 1.1\n  %YAML 1.2\n').found).toEqual([])
})
