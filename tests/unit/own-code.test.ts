import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { parseTypeErrors } from '../../cli/build/check-types.ts'
import { listCompileErrors } from '../../cli/build/compile-error.mjs'
import { ownCode } from '../../cli/build/own-code.mjs'
import { describeSourceError } from '../../cli/dev/describe-source-error.ts'
import { locateDefinition, locateInOwnCode } from '../../cli/diagnostics/own-code.ts'
import { projectRoot } from '../../cli/paths.ts'
import { listSourceProblems } from '../../cli/rules/own-code.ts'
import { draftOwnCode } from '../../cli/scaffold/new/own-code.ts'
import { checkOwnCollection, listDefinitionMistakes } from '../../src/collections/check-own-collection.ts'
import type { Collection } from '../../src/collections/collection.ts'
import { createSectionView } from '../../src/sections/create-section-view.ts'
import { runHere } from '../run-here.ts'

const own = (file: string) => path.join(projectRoot, file)
/** Creates an error with a stack. */
const thrownAt = (...frames: string[]) =>
  Object.assign(new Error('oops'), { stack: ['Error: oops', ...frames.map((frame) => `    at ${frame}`)].join('\n') })

it('replaces the empty modules of an installed site, to whose ids Vite adds a version', () => {
  const load = (query: string) => ownCode.load(path.join(projectRoot, 'src', 'sections', `own-views.ts${query}`))
  expect(load('?v=6535e15e')).toContain('export const ownLiveViews = {')
  expect(load('?v=6535e15e')).toBe(load(''))
})

describe('locateInOwnCode', () => {
  it('returns the first frame in own code, and skips frames of packages', () => {
    const inPackage = `Section (${own('node_modules/@northshelf/site/ui/section.tsx')}:3:1)`
    const error = thrownAt(inPackage, `view (${own('collections/bread.ts')}:24:3)`, `${own('sections/a/a.tsx')}:1:1`)
    expect(locateInOwnCode(error)).toEqual({ file: own('collections/bread.ts'), line: 24, column: 3 })
  })

  it('returns undefined if no frame is in own code', () => {
    expect(locateInOwnCode(thrownAt(`load (${own('cli/engine/load.ts')}:3:1)`, 'node:internal:1:1'))).toBeUndefined()
    expect(locateInOwnCode('no error')).toBeUndefined()
  })

  it('finds the source of compiled code through its source map', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'own-code-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const compiled = path.join(folder, 'chunk.js')
    const source = path.relative(folder, own('sections/a/a.tsx'))
    // Column 1 of line 1 was column 5 of line 3 in the source.
    const map = { version: 3, sources: [source], names: [], mappings: 'AAEI' }
    writeFileSync(`${compiled}.map`, JSON.stringify(map))
    const error = thrownAt(`render (file://${compiled}:1:1)`)
    expect(locateInOwnCode(error)).toEqual({ file: own('sections/a/a.tsx'), line: 3, column: 5 })
    expect(listSourceProblems(error)).toMatchObject([
      { rule: 'source/run', file: 'sections/a/a.tsx', line: 3, column: 5, message: 'oops' },
    ])
  })
})

describe('listCompileErrors', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'own-code-'))
  const file = path.join(folder, 'schema.ts')
  writeFileSync(file, "import { z } from 'zod'\nimport { line } from 'no-such-package'\n")
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const describeError = (error: object) => listCompileErrors({ errors: [error] }, folder)[0]

  it.each([
    [
      'a syntax error, located in its excerpt',
      { message: '\u001b[31m[builtin:vite-transform] \u001b[0mExpected a closing tag.\n ╭─[ schema.ts:16:9 ]\n' },
      { file, line: 16, column: 9, message: 'Expected a closing tag.' },
    ],
    [
      'an error in a stylesheet',
      { message: `[postcss] postcss-import: ${file}:11:3: Unexpected }`, loc: { file, line: 11, column: 2 } },
      { file, line: 11, column: 3, message: 'Unexpected }' },
    ],
    [
      'an import that cannot be resolved, at the import',
      { message: `[vite]: Rolldown failed to resolve import "no-such-package" from "${file}".\nMore` },
      { file, line: 2, column: 23, message: 'Cannot import "no-such-package": there is no such file or package' },
    ],
    [
      'an import that cannot be resolved, at the import, not at the line in the compiled code',
      {
        message: "[UNRESOLVED_IMPORT] Could not resolve 'no-such-package' in schema.ts\n ╭─[ schema.ts:1:8 ]\n",
        loc: { file, line: 1, column: 7 },
      },
      { file, line: 2, column: 23, message: 'Cannot import "no-such-package": there is no such file or package' },
    ],
    [
      'a file that the module runner cannot load',
      { message: `Failed to load url zod (resolved id: zod) in ${file}. Does the file exist?` },
      { file, line: 1, column: 20, message: 'Cannot import "zod": there is no such file or package' },
    ],
    [
      'a module that the module runner cannot find',
      { message: `Cannot find module 'zod' imported from '${file}'` },
      { file, line: 1, column: 20, message: 'Cannot import "zod": there is no such file or package' },
    ],
    [
      'a module of Node in a live section',
      { message: `Failed to resolve import "zod" from "${file}": browsers have no modules of Node` },
      { file, line: 1, column: 20, message: 'Cannot import "zod": browsers have no modules of Node' },
    ],
    [
      'a file that cannot be read',
      { message: "[UNRESOLVED_IMPORT] Could not resolve '/p/collections/a.ts' in site/collections/own.ts" },
      { file: '/p/collections/a.ts', line: 1, column: 1, message: 'This file cannot be read' },
    ],
  ])('describes %s', (_, error, expected) => {
    expect(describeError(error)).toMatchObject(expected)
  })
})

/** Returns a valid collection, with changes to its files and pages. */
function createCollection({ pages, ...files }: { pages?: object; [property: string]: unknown } = {}) {
  return {
    name: 'breads',
    folders: { breads: { kind: 'bread', next: '.' } },
    extension: '.yaml',
    schema: z.strictObject({ title: z.string(), summary: z.string() }),
    ...files,
    pages: {
      path: '/breads/{slug}',
      title: ['title'],
      description: 'summary',
      name: () => 'Rye',
      view: () => [{ type: 'hero' }],
      card: () => ({ label: 'Bread', title: 'Rye', drawing: { ground: 'paper', shapes: [] } }),
      ...pages,
    },
  } as unknown as Collection
}

describe('listDefinitionMistakes', () => {
  it('accepts a valid collection, and one whose schema is not an object', () => {
    expect(listDefinitionMistakes(createCollection())).toEqual([])
    const union = z.union([z.object({ title: z.string() }), z.object({ summary: z.string() })])
    expect(listDefinitionMistakes(createCollection({ schema: union, order: ['-title'] }))).toEqual([])
  })

  it.each([
    [{ pages: { description: 'summry' } }, 'description', 'summry', '`pages.description`: the schema has no field'],
    [{ pages: { title: ['titel'] } }, 'title', 'titel', '`pages.title.0`: the schema has no field `titel`'],
    [{ pages: { title: 'title' } }, 'title', 'title', '`pages.title`: Invalid input: expected array'],
    [{ pages: { path: '/breads/{slog}' } }, 'path', '/breads/{slog}', '`pages.path`: each name in braces'],
    [{ pages: { card: undefined } }, 'card', undefined, '`pages.card`: expected a function'],
    [{ order: ['-baked'] }, 'order', '-baked', '`order.0`: the schema has no field `-baked`'],
    [{ schema: undefined }, 'schema', undefined, '`schema`: expected a Zod schema'],
    [{ extension: undefined }, 'extension', undefined, '`extension`: Invalid option'],
  ])('reports %j with its property and value', (changes, property, value, message) => {
    const [mistake, ...others] = listDefinitionMistakes(createCollection(changes))
    expect(others).toEqual([])
    expect(mistake).toMatchObject({ property, message: expect.stringContaining(message) })
    expect(mistake?.value).toBe(value)
  })
})

describe('checkOwnCollection', () => {
  const check = (changes: Parameters<typeof createCollection>[0]) =>
    checkOwnCollection('collections/bread.ts', createCollection(changes))

  it('omits a collection with a wrong definition, or only its pages', () => {
    expect(check({ schema: undefined })).toEqual([])
    expect(check({ pages: { description: 'summry' } })).toEqual([expect.not.objectContaining({ pages: {} })])
  })

  it.each([
    ['card', () => undefined, '`card` returned a wrong value: Invalid input: expected object, received undefined'],
    ['card', () => ({ label: 'Bread', title: 'Rye' }), '`card` returned a wrong value at `drawing`'],
    ['view', () => [undefined], '`view` returned a wrong value at `0`'],
    ['name', () => undefined, '`name` returned a wrong value'],
    ['structuredData', () => 3, '`structuredData` returned a wrong value'],
  ])('makes `%s` throw an error that is reported in its file', (name, run, message) => {
    const [collection] = check({ pages: { [name]: run } })
    const pages = collection?.pages as unknown as Record<string, () => unknown>
    let error: unknown
    try {
      pages[name]?.()
    } catch (thrown) {
      error = thrown
    }
    expect(listSourceProblems(error)).toMatchObject([
      { rule: 'source/run', file: 'collections/bread.ts', message: expect.stringContaining(message) },
    ])
  })
})

describe('listSourceProblems', () => {
  it('reports errors of the compiler with the rule source/compile', () => {
    const position = { file: own('sections/a/a.tsx'), line: 3, column: 5, message: 'Unexpected token' }
    expect(listSourceProblems({ compileErrors: [position] })).toMatchObject([
      { rule: 'source/compile', file: 'sections/a/a.tsx', line: 3, column: 5, message: 'Unexpected token' },
    ])
  })
})

describe('parseTypeErrors', () => {
  it('returns the first error of each line with its position, without the lines that continue a message', () => {
    const output = `sections/a(b)/a.tsx(10,20): error TS2551: Property 'dayz' does not exist. Did you mean 'days'?\r
  'days' is declared here.
sections/a(b)/a.tsx(10,27): error TS7031: Binding element 'day' implicitly has an 'any' type.
Found 1 error.
`
    const message = "Property 'dayz' does not exist. Did you mean 'days'?"
    expect(parseTypeErrors(output)).toEqual([{ file: 'sections/a(b)/a.tsx', line: 10, column: 20, message }])
  })
})

describe('site new --own', () => {
  it.each([
    ['collection', 'price-list', 'Use lower-case letters and digits, and start with a letter.'],
    ['section', 'Prices', 'Use lower-case letters, digits and dashes, and start with a letter.'],
    ['drawing', '2d', 'Use lower-case letters, digits and dashes, and start with a letter.'],
  ])('rejects a %s named %s', async (kind, name, help) => {
    const { code, stderr } = await runHere(['new', kind, '--own', name])
    expect([code, stderr]).toEqual([2, `--own: "${name}" is not a valid name. ${help}\n`])
  })

  it('rejects other kinds of content, and names of the package', async () => {
    expect((await runHere(['new', 'blog', '--own', 'news'])).stderr).toMatch(/^--own needs a kind/)
    for (const [kind, name] of [
      ['section', 'hero'],
      ['drawing', 'bars'],
      ['collection', 'articles'],
    ] as const)
      expect((await runHere(['new', kind, '--own', name])).stderr).toMatch(`There is already a ${kind} "${name}"`)
  })

  it.each([
    ['recipes', 'recipe', 'Recipe'],
    ['stories', 'story', 'Story'],
    ['staff', 'staff', 'Staff'],
  ])('names the type of the collection %s %s', (name, kind, type) => {
    const [file, ...others] = draftOwnCode('collection', name)
    expect([file?.file, others]).toEqual([`collections/${kind}.ts`, []])
    expect(file?.after).toContain(`export const ${name} = defineCollection(`)
    expect(file?.after).toContain(`folders: { ${name}: { kind: '${kind}', next: '.' } },`)
    expect(file?.after).toContain(`export type ${type} =`)
    expect(file?.after).not.toMatch(/bread/i)
  })

  it('replaces each name once, even if the new name contains the old one', () => {
    const files = draftOwnCode('section', 'my-timetable')
    const folder = 'sections/my-timetable'
    const names = ['schema.ts', 'my-timetable.tsx', 'my-timetable.css'].map((name) => `${folder}/${name}`)
    expect(files.map(({ file }) => file)).toEqual(names)
    expect(files[1]?.after).toContain('function MyTimetable(')
  })
})

describe('describeSourceError', () => {
  it('removes the colors of a message, which a page cannot show', () => {
    expect(describeSourceError(new Error('\u001b[31mno oven\u001b[39m'))).toMatch(/^error {2}source\/run\n {2}no oven/)
  })
})

describe('locateDefinition', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'own-code-'))
  const file = path.join(folder, 'bread.ts')
  const lines = [
    'const schema = z.object({ title: line, name: line })',
    "defineCollection({ name: 'breads' }).withPages({",
    "  title: ['titel'],",
    '  name: () => 3,',
    '  card() {},',
  ]
  writeFileSync(file, lines.join('\n'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['a property of the pages, not a field of the schema', ['name'], 4],
    ['a method', ['card'], 5],
    ['the wrong value', ['title', 'titel'], 3],
    ['the pages, for a missing property', ['view'], 2],
  ])('finds %s', (_, [name = '', value], line) => {
    expect(locateDefinition(file, name, value)).toMatchObject({ file, line })
  })
})

describe('createSectionView', () => {
  it('fills in defaults, and reports wrong fields by section and name', () => {
    const content = {} as Parameters<typeof createSectionView>[1]
    expect(createSectionView({ type: 'hero', heading: 'Rye' }, content)).toMatchObject({ chips: [], actions: [] })
    const wrong = { type: 'hero', heading: 3 } as unknown as { type: 'hero'; heading: string }
    expect(() => createSectionView(wrong, content)).toThrow(/^section hero: .*heading/)
  })
})
