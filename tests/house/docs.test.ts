import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { defaults } from '../../cli/commands/options.ts'
import { fieldTables } from '../../cli/scaffold/schema/field-tables.ts'
import { toJsonSchema } from '../../cli/scaffold/schema/json-schema.ts'
import { formDocs, formDocsFile } from '../../scripts/form-docs.ts'
import { collections } from '../../src/collections/list.ts'
import { site } from '../../src/entries/site.ts'

it('the reference of the forms is what the contracts say (npm run docs makes it anew)', () => {
  expect(readFileSync(formDocsFile, 'utf8')).toBe(formDocs())
})

it('the tables of fields are what the schemas say (npm run site -- schema makes them anew)', () => {
  expect(readFileSync(path.join(defaults.content, 'README.md'), 'utf8')).toBe(fieldTables())
})

it('no code knows the name of the shipped agency', () => {
  const named = ['cli', 'relay', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      // The packages have the same name as the agency.
      .filter((file) => !file.endsWith('package.json'))
      .filter((file) => /(?<!@)northshelf/i.test(readFileSync(file, 'utf8'))),
  )
  expect(named).toEqual([])
})

it('every field says what it is', () => {
  // The parts of a drawing are called what they are.
  const tables = fieldTables().replace(/\n## picture\n[\s\S]*?(?=\n## )/, '')
  expect(tables.match(/^\| \**`[^`]+`\** \| {2}\|.*$/gm) ?? []).toEqual([])
  expect(tables.match(/^\| \**`[^`]+`\** \| \S/gm)?.length).toBeGreaterThan(200)
})

it('every pattern says in words what fits, so that no message shows an expression', () => {
  const wordless: string[] = []
  const visit = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return
    const { pattern, format, patternErrorMessage } = node as Record<string, unknown>
    if (typeof pattern === 'string' && !format && !patternErrorMessage) wordless.push(`${path} ${pattern}`)
    for (const [key, child] of Object.entries(node)) visit(child, `${path}.${key}`)
  }
  for (const { name, schema } of [...collections, { name: 'site', schema: site }]) visit(toJsonSchema(schema), name)
  expect(wordless).toEqual([])
})
