import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import * as kinds from '../../src/forms/kinds/list.ts'

const names = Object.keys(kinds)
const home = path.join('src', 'forms', 'kinds')
const NAME = `['"]?(${names.join('|')})['"]?`
/** A table of kinds has one of these; the other names, such as email and url, are those of fields and formats as well. */
const DISTINCTIVE = ['checkboxes', 'radio', 'select', 'slider', 'tel', 'textarea']

/** Words that mean something else in these places. */
const ALLOWED = [
  { word: 'file', at: /^relay\//, because: 'a kind of target' },
  { word: 'text', at: /^(?:src\/(?:site|collections)|cli\/build)\//, because: 'a kind of page' },
]

/** Names of kinds that a source compares with or has a table of. */
function listUses(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '')
  const compared = [...code.matchAll(new RegExp(`\\b(?:kind\\s*[!=]==?|case)\\s*${NAME}(?!\\w)`, 'g'))].map(
    ([, name]) => name ?? '',
  )
  const tables = [...code.matchAll(/\{[^{}]*\}|\[[^[\]]*\]/g)].flatMap(([literal]) => {
    const own = literal.startsWith('{') ? `(?<=[{,]\\s*)${NAME}:` : `(?<=[[,]\\s*)['"](${names.join('|')})['"]`
    const found = new Set([...literal.matchAll(new RegExp(own, 'g'))].map(([, name]) => name ?? ''))
    return found.size > 1 && DISTINCTIVE.some((name) => found.has(name)) ? [...found] : []
  })
  return [...new Set([...compared, ...tables])]
}

const sources = ['src', 'cli', 'relay', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith(home)),
)

describe('kinds of fields', () => {
  it.each([
    ["switch (field.kind) {\n  case 'slider':", ['slider']],
    ["if (field.kind !== 'file') send()", ['file']],
    ["const SHORT = new Set(['text', 'select'])", ['text', 'select']],
    ["const TEXTS = {\n  text: 'A',\n  tel: '1',\n}", ['text', 'tel']],
    ['const site = { email: mail, url: home }', []],
    ["// case 'slider'", []],
  ])('this test sees what %j goes by', (source, found) => expect(listUses(source)).toEqual(found))

  it('are told apart nowhere but in their folders: no switch, no if, no table', () => {
    const uses = sources.flatMap((file) =>
      listUses(readFileSync(path.join(projectRoot, file), 'utf8')).map((name) => ({ file, name })),
    )
    expect(uses.filter(({ file, name }) => !ALLOWED.some(({ word, at }) => word === name && at.test(file)))).toEqual([])
  })

  it('have a folder each, which calls the kind what the list calls it', async () => {
    const folders = readdirSync(path.join(projectRoot, home), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(folders.sort()).toEqual(names)
    for (const [name, { schema, view }] of Object.entries(kinds)) {
      expect(schema.shape.kind.value).toBe(name)
      expect(await view(), name).toMatchObject({ default: { Control: expect.any(Function) } })
    }
  })
})
