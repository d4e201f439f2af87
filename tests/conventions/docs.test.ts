import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { renderFieldTables } from '../../cli/scaffold/schema/field-tables.ts'
import { toJsonSchema } from '../../cli/scaffold/schema/json-schema.ts'
import { collections } from '../../src/collections/list.ts'
import { siteSchema } from '../../src/entries/site.ts'

it('the code never mentions the name of the agency', () => {
  const named = ['cli', 'relay', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      // The names of the packages are the agency's name in lower case.
      .filter((file) => /Northshelf|northshelf\.example/.test(readFileSync(file, 'utf8'))),
  )
  expect(named).toEqual([])
})

it('every field in the field tables has a description', () => {
  // Picture fields need no descriptions, because their names are self-explanatory.
  const tables = renderFieldTables().replace(/\n## picture\n[\s\S]*?(?=\n## )/, '')
  expect(tables.match(/^\| \**`[^`]+`\** \| {2}\|.*$/gm) ?? []).toEqual([])
  expect(tables.match(/^\| \**`[^`]+`\** \| \S/gm)?.length).toBeGreaterThan(200)
})

it('every pattern in a schema has its own error message, so that no message shows a regular expression', () => {
  const unexplained: string[] = []
  const visit = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return
    const { pattern, format, patternErrorMessage } = node as Record<string, unknown>
    if (typeof pattern === 'string' && !format && !patternErrorMessage) unexplained.push(`${path} ${pattern}`)
    for (const [key, child] of Object.entries(node)) visit(child, `${path}.${key}`)
  }
  for (const { name, schema } of [...collections, { name: 'site', schema: siteSchema }])
    visit(toJsonSchema(schema), name)
  expect(unexplained).toEqual([])
})
