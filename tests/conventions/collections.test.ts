import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { referencedSiteParts } from '../../cli/content/site-part-names.ts'
import { projectRoot } from '../../cli/paths.ts'
import { toJsonSchema } from '../../cli/scaffold/schema/json-schema.ts'
import { collections } from '../../src/collections/list.ts'
import { siteSchema } from '../../src/entries/site.ts'

/**
 * Collection names that the test ignores because they are also ordinary words. The test still finds code that
 * distinguishes collections, because such code also contains other collection names.
 */
const ordinary = ['page', 'pages', 'form', 'place']

/** Names, folders and kinds of all collections. */
const names = [
  ...new Set(
    collections.flatMap(({ name, folders }) => [
      name,
      ...Object.entries(folders).flatMap(([folder, { kind }]) => [folder, kind]),
    ]),
  ),
].filter((name) => !ordinary.includes(name))

/** Folders where these names mean something else, such as a section, or where code may name collections. */
const exemptFolders = [
  'src/collections/',
  'src/entries/',
  'src/sections/',
  'cli/scaffold/init/',
  'cli/content/migrations/',
  // The people who use the studio.
  'cli/studio/',
]

/** Files that use a collection name in another sense or need only one collection, each with the reason. */
const exemptFiles: Record<string, string> = {
  'cli/audit/audit.ts': 'an audit check is called forms',
  'cli/build/hosting/write-hosting.ts': 'the maximum size of form submissions',
  'cli/audit/check-built.ts': 'compares forms with the built ones',
  'cli/rules/forms.ts': 'a field of site.yaml',
  'src/forms/kinds/date/date.ts': 'a reference',
  'src/schema/blocks.ts': 'a reference',
  'src/site/views.ts': 'fields of site.yaml',
}

function listSources(): string[] {
  return ['src', 'cli'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !exemptFolders.some((exempt) => file.startsWith(exempt))),
  )
}

it('code outside the collection files does not depend on the names of collections', () => {
  const any = `(?:${names.join('|')})`
  // Matches a string literal, an alternative in a regular expression, or a key in a lookup table.
  const choices = new RegExp(
    `'${any}'|\\b${any}\\\\?\\|${any}\\b|^\\s*${any}: (?!readonly |string|number|boolean)`,
    'gm',
  )
  const found = listSources().flatMap((file) => {
    const code = readFileSync(path.join(projectRoot, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...code.matchAll(choices)].map(([text]) => ({ file, text: text.trim() }))
  })
  expect(found.filter(({ file }) => !(file in exemptFiles))).toEqual([])
  expect(Object.keys(exemptFiles).filter((file) => !found.some((use) => use.file === file))).toEqual([])
})

it('every reference in a schema points to a collection, to facts.yaml, or to a list in site.yaml', () => {
  const lists = [...collections.map(({ name }) => name), ...referencedSiteParts, 'facts']
  const referenced = [siteSchema, ...collections.map(({ schema }) => schema)].flatMap((schema) =>
    [...JSON.stringify(toJsonSchema(schema)).matchAll(/"reference":"(\w+)"/g)].map((match) => match[1] ?? ''),
  )
  expect(new Set(referenced).size).toBeGreaterThan(5)
  expect(referenced.filter((name) => !lists.includes(name))).toEqual([])
})

it('the collection files do not import React', () => {
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

describe('the hint that site new prints', () => {
  it.each(
    collections.flatMap(({ folders, pages }) =>
      Object.values(folders).map(({ kind, next }) => ({ kind, next, pages })),
    ),
  )('is a sentence of its own for $kind, or continues the sentence with the address', ({ next, pages }) =>
    expect(next).toMatch(pages && !pages.isOptional ? /^[.,] / : /^[A-Z]/),
  )
})
