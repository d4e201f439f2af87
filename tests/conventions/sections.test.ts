import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { pictureTypes } from '../../src/drawings/list.ts'
import { sections } from '../../src/sections/list.ts'

const home = path.join(projectRoot, 'src', 'sections')
const names = Object.keys(sections)
const name = `'(?:${names.join('|')})'`
const key = `'?(?:${names.join('|')})'?`

/** Patterns of code that distinguishes sections by name. Views and page files call this name `type`. */
const patterns: Record<string, RegExp> = {
  'a comparison with a name': new RegExp(`\\btype\\)?\\s*[!=]==?\\s*${name}|${name}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b`),
  'a switch over names': new RegExp(`\\bswitch \\([^\\n]*\\btype\\) \\{\\s*case ${name}`),
  'a list of names': new RegExp(`\\[\\s*${name},\\s*${name}`),
  'a table keyed by name': new RegExp(`\\{(?:\\s*${key}(?::[^\\n]*)?,){3}`),
  'the folder of one section': new RegExp(`'[./]*/sections/(?:${names.join('|')})/`),
}

/** Matches that only assign a name or use it in another sense, each with the reason. */
const allowed: Record<string, string> = {
  'src/collections/service.ts: a table keyed by name': 'fields of an entry with the names of its sections',
  'src/ui/inline-markdown.tsx: a comparison with a name': 'a kind of Markdown node',
  'cli/content/markdown/analysis.ts: a comparison with a name': 'a kind of Markdown node',
  'cli/content/markdown/callouts.ts: a comparison with a name': 'a kind of Markdown node',
  'cli/content/markdown/html-checks.ts: a comparison with a name': 'an HTML element',
  'cli/content/markdown/shown-text.ts: a comparison with a name': 'a kind of Markdown node',
}

function listSources(): string[] {
  return ['src', 'cli', 'relay', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
      .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
      .filter((file) => !names.includes(file.split(path.sep)[2] ?? '') && file !== 'src/sections/list.ts'),
  )
}

describe('a section', () => {
  it('is referred to by name only in its own folder and in the list of sections', () => {
    const found = listSources().flatMap((file) => {
      const text = readFileSync(path.join(projectRoot, file), 'utf8')
      return Object.entries(patterns).flatMap(([use, pattern]) => (pattern.test(text) ? [`${file}: ${use}`] : []))
    })
    expect(found.filter((use) => !(use in allowed))).toEqual([])
  })

  it.each([
    ['a comparison with a name', "if (section.type === 'faq') add(section)"],
    ['a comparison with a name', "find((section) => section?.type !== 'hero')"],
    ['a switch over names', "switch (view.type) {\n    case 'job':"],
    ['a list of names', "['form', 'job'].includes(view.type)"],
    ['a table keyed by name', "{\n  hero: 1,\n  'not-found': () => 2,\n  faq,\n}"],
    ['the folder of one section', "import Hero from '../sections/hero/hero.tsx'"],
  ])('is detected by this test if other code refers to it in %s', (use, text) => {
    expect(text).toMatch(patterns[use] as RegExp)
  })

  it.each(Object.entries(sections))('has a folder, one component and a consistent name: %s', (name, section) => {
    const files = readdirSync(path.join(home, name))
    expect(files).toContain('schema' in section ? 'schema.ts' : 'view.ts')
    expect(files.filter((file) => file === `${name}.tsx` || file === `${name}.live.tsx`)).toHaveLength(1)
    if ('schema' in section) expect(section.schema.shape.type.value).toBe(name)
  })

  it('is in the list of sections if its folder contains a component', () => {
    const folders = readdirSync(home).filter((folder) =>
      [`${folder}.tsx`, `${folder}.live.tsx`].some((file) => existsSync(path.join(home, folder, file))),
    )
    expect(folders.filter((folder) => !names.includes(folder))).toEqual([])
  })
})

describe('a picture type', () => {
  const folder = path.join(projectRoot, 'src', 'drawings', 'kinds')

  it.each(Object.entries(pictureTypes))(
    'has a component, a motif and a schema for its name: %s',
    (name, { schema, drawMotif }) => {
      expect(schema.shape.kind.value).toBe(name)
      expect(drawMotif).toBeTypeOf('function')
      expect(readdirSync(path.join(folder, name))).toContain(`${name}.tsx`)
    },
  )

  it('is in the list of picture types if it has a folder', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(pictureTypes).sort())
  })
})
