import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { namedBySite } from '../../cli/content/named-by-site.ts'
import { projectRoot } from '../../cli/paths.ts'
import { toJsonSchema } from '../../cli/scaffold/schema/json-schema.ts'
import { collections } from '../../src/collections/list.ts'
import { site } from '../../src/entries/site.ts'

/** Words that mean much else. Whoever chooses between kinds of content says others of them too. */
const ordinary = ['page', 'pages', 'form']

/** The words for kinds of content: the names of their lists, folders and files. */
const names = [
  ...new Set(
    collections.flatMap(({ name, folders }) => [
      name,
      ...Object.entries(folders).flatMap(([folder, { kind }]) => [folder, kind]),
    ]),
  ),
].filter((name) => !ordinary.includes(name))

/** Rooms whose own nouns have the same names, such as the section `services`, or that ask what a new site shall have. */
const rooms = ['src/collections/', 'src/entries/', 'src/sections/', 'cli/scaffold/init/']

/** Files that mean something else by such a word, or one kind alone. */
const others: Record<string, string> = {
  'cli/audit/audit.ts': 'a gate of the audit is called forms',
  'cli/build/hosting/write-hosting.ts': 'the largest post that forms take',
  'cli/audit/check-built.ts': 'forms, against those that were built',
  'cli/rules/form-pages.ts': 'a field of site.yaml',
  'src/client/dialogs.ts': 'a dialog',
  'src/schema/blocks.ts': 'a reference',
  'src/site/header.tsx': 'a field of site.yaml',
  'src/site/solutions-menu.tsx': 'a field of site.yaml',
  'src/site/views.ts': 'fields of site.yaml',
}

function listSources(): string[] {
  return ['src', 'cli'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !rooms.some((room) => file.startsWith(room))),
  )
}

it('nothing but the files of collections chooses between kinds of content by their names', () => {
  const any = `(?:${names.join('|')})`
  // A text, one of several choices in an expression, a row of a table.
  const choices = new RegExp(
    `'${any}'|\\b${any}\\\\?\\|${any}\\b|^\\s*${any}: (?!readonly |string|number|boolean)`,
    'gm',
  )
  const found = listSources().flatMap((file) => {
    const code = readFileSync(path.join(projectRoot, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...code.matchAll(choices)].map(([text]) => ({ file, text: text.trim() }))
  })
  expect(found.filter(({ file }) => !(file in others))).toEqual([])
  expect(Object.keys(others).filter((file) => !found.some((one) => one.file === file))).toEqual([])
})

it('every reference of a schema leads to a collection or a list that site.yaml has', () => {
  const lists = [...collections.map(({ name }) => name), ...namedBySite, 'facts']
  const referred = [site, ...collections.map(({ schema }) => schema)].flatMap((schema) =>
    [...JSON.stringify(toJsonSchema(schema)).matchAll(/"reference":"(\w+)"/g)].map((match) => match[1] ?? ''),
  )
  expect(new Set(referred).size).toBeGreaterThan(5)
  expect(referred.filter((name) => !lists.includes(name))).toEqual([])
})

it('reading content takes no React', () => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, from = ''] of code.matchAll(/^(?:import|export) (?!type\b)[^'\n]*(?:\n[^'\n]*)*?from '([^']+)'/gm))
      if (from.startsWith('.')) visit(path.join(path.dirname(file), from))
      else seen.add(from)
  }
  visit(path.join(projectRoot, 'src/collections/list.ts'))
  expect(seen.size).toBeGreaterThan(20)
  expect([...seen].filter((name) => /react|\.tsx$/.test(name))).toEqual([])
})
