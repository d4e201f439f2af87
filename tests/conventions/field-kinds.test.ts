import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import * as kinds from '../../src/forms/kinds/list.ts'

const names = Object.keys(kinds)
const kindsFolder = path.join('src', 'forms', 'kinds')
const NAME = `['"]?(${names.join('|')})['"]?`
/** Names used only by field types. Others, such as email and url, are also names of fields and formats. */
const DISTINCTIVE = ['checkboxes', 'radio', 'select', 'slider', 'tel', 'textarea']

/** Names of field types, with the folders where each has another meaning. */
const ALLOWED = [
  { word: 'file', at: /^relay\//, because: 'a target type' },
  { word: 'text', at: /^(?:src\/(?:site|collections)|cli\/build)\//, because: 'a page type' },
]

/** Returns the field types that source code uses in comparisons or as keys or items in a table. */
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
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith(kindsFolder)),
)

describe('field types', () => {
  it.each([
    ["switch (field.kind) {\n  case 'slider':", ['slider']],
    ["if (field.kind !== 'file') send()", ['file']],
    ["const SHORT = new Set(['text', 'select'])", ['text', 'select']],
    ["const TEXTS = {\n  text: 'A',\n  tel: '1',\n}", ['text', 'tel']],
    ['const site = { email: mail, url: home }', []],
    ["// case 'slider'", []],
  ])('are detected only in code that depends on them: %j', (source, found) => expect(listUses(source)).toEqual(found))

  it('are never referred to by name in a condition or lookup table outside their own folders', () => {
    const uses = sources.flatMap((file) =>
      listUses(readFileSync(path.join(projectRoot, file), 'utf8')).map((name) => ({ file, name })),
    )
    expect(uses.filter(({ file, name }) => !ALLOWED.some(({ word, at }) => word === name && at.test(file)))).toEqual([])
  })

  it('each have a folder whose name matches their name in the list of field types', async () => {
    const folders = readdirSync(path.join(projectRoot, kindsFolder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(folders.sort()).toEqual(names)
    for (const [name, { schema, view }] of Object.entries(kinds)) {
      expect(schema.shape.kind.value).toBe(name)
      expect(await view(), name).toMatchObject({ default: { Control: expect.any(Function) } })
    }
  })
})
