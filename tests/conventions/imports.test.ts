import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundles } from '../../cli/build/bundle.mjs'
import { projectRoot } from '../../cli/paths.ts'
import { findLayerProblems } from './find-layer-problems.ts'
import { workspaces } from './layers.ts'
import { listImports, listSources } from './list-imports.ts'

/** Returns a file and all files that it imports at run time. */
function listReached(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) listReached(to, reached)
  return reached
}

const code = listSources('src', 'cli', 'relay', 'scripts')
const imports = code.flatMap((file) => listImports(file))

describe('listImports', () => {
  it('lists imports of values and types, by path and by package name, but none in comments', () => {
    const text = [
      "import { z } from 'zod'",
      "import { open, type Store } from './store.ts'",
      "import type { Clock } from '../clock.ts'",
      "export * from './entries.ts'",
      "export type { Alert } from './alert.ts'",
      "// `import('./comment.ts')`",
      "const views = () => import('@northshelf/site/forms/list.ts')",
      "let schema: typeof import('./schema.ts')",
    ].join('\n')
    expect(
      listImports('relay/store/read.ts', text)
        .sort((one, other) => one.line - other.line)
        .map(({ line, to, isRelative, typeOnly }) => [line, to, isRelative, typeOnly]),
    ).toEqual([
      [2, 'relay/store/store.ts', true, false],
      [3, 'relay/clock.ts', true, true],
      [4, 'relay/store/entries.ts', true, false],
      [5, 'relay/store/alert.ts', true, true],
      [7, 'src/forms/list.ts', false, false],
      [8, 'relay/store/schema.ts', true, true],
    ])
  })
})

describe('findLayerProblems', () => {
  it.each([
    ['src/sections/list.ts', '../collections/list.ts', 'sections may import only from layers to its left'],
    ['cli/content/read.ts', '../engine/load.ts', 'content may import only from layers to its left'],
    ['relay/store/store.ts', '../targets/target.ts', 'store may import only from layers to its left'],
    ['relay/spool/draft.ts', '../postgres/claims.ts', 'spool may import only from layers to its left'],
    ['relay/clock.ts', './app.ts', 'clock.ts may import only from layers to its left'],
    ['relay/store/store.ts', '../unlisted/file.ts', 'relay/unlisted belongs to no layer'],
    ['cli/pool.ts', '../src/forms/value.ts', 'import other workspaces by their package name'],
    ['relay/app.ts', '@northshelf/site/collections/list.ts', 'relay may import src/forms, src/schema'],
    ['src/ui/mark.tsx', '@northshelf/relay/clock.ts', 'src may import no other workspace'],
    ['tests/unit/pool.test.ts', '../../scripts/bench/relay.ts', 'tests must not import benchmarks'],
  ])('reports that %s imports a type from %s', (file, specifier, message) => {
    const [problem, ...others] = findLayerProblems(listImports(file, `\nimport type { List } from '${specifier}'\n`))
    expect(problem).toContain(`${file}:2 imports `)
    expect(problem).toContain(message)
    expect(others).toEqual([])
  })

  it('reports two folders within a layer that import each other', () => {
    const files = { 'cli/rules/page/links.ts': '../text/words.ts', 'cli/rules/text/words.ts': '../page/links.ts' }
    const imports = Object.entries(files).flatMap(([file, other]) => listImports(file, `import '${other}'`))
    expect(findLayerProblems(imports)).toEqual([
      'cli/rules/page and cli/rules/text import each other: cli/rules/page/links.ts:1 imports cli/rules/text/words.ts, cli/rules/text/words.ts:1 imports cli/rules/page/links.ts',
    ])
  })
})

describe('the project', () => {
  it('has no imports that violate the layers', () => {
    expect(imports.length).toBeGreaterThan(2000)
    expect(findLayerProblems([...imports, ...listSources('tests').flatMap((file) => listImports(file))])).toEqual([])
  })

  it.each(Object.entries(workspaces))('has an architecture guide that lists the layers of %s', (name, { layers }) => {
    const guide = readFileSync(path.join(projectRoot, 'docs', 'architecture.md'), 'utf8')
    expect(guide).toContain(`- \`${name}\`: ${layers}\n`)
  })

  it('has a lint rule that rejects import cycles, even of types', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cycles-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(path.join(projectRoot, 'biome.json'), path.join(folder, 'biome.json'))
    writeFileSync(
      path.join(folder, 'read.ts'),
      "import type { Loaded } from './load.ts'\n\nexport type Read = Loaded\n",
    )
    writeFileSync(path.join(folder, 'load.ts'), "import type { Read } from './read.ts'\n\nexport type Loaded = Read\n")
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--vcs-enabled=false', '--colors=off', '.']
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const found = [...`${stdout}${stderr}`.matchAll(/^(\S+?):\d+:\d+ lint\/\w+\/(\w+)/gm)].map(
      ([, file, rule]) => `${file} ${rule}`,
    )
    expect(status).toBe(1)
    expect(found.sort()).toEqual(['load.ts noImportCycles', 'read.ts noImportCycles'])
  })

  it.each(Object.entries(bundles))('recompiles the bundle %s when any of its source files changes', (_, bundle) => {
    const [entry = '', ...watched] = [bundle.entry, ...bundle.sources].map((file) => path.relative(projectRoot, file))
    // Bundles load @northshelf/audit instead of containing it.
    watched.push('cli/cache.mjs', 'cli/packages.mjs', 'cli/paths.ts', 'audit')
    const isIn = (file: string, source: string) => file === source || file.startsWith(`${source}/`)
    const isInside = (file: string) => watched.some((source) => isIn(file, source))
    const entries = code.filter((file) => isIn(file, entry))
    expect(entries).not.toEqual([])
    expect(entries.flatMap((entry) => [...listReached(entry)]).filter((file) => !isInside(file))).toEqual([])
  })

  it('keeps the inline Markdown parser out of browser code', () => {
    const loaded = code.filter((file) => file.endsWith('.live.tsx') || file === 'src/vike/+client.ts')
    expect(loaded.length).toBeGreaterThan(5)
    const reached = loaded.filter((file) => listReached(file).has('src/schema/inline-markdown.ts'))
    expect(reached).toEqual([])
  })

  it('keeps no per-visit or per-build state in module-level variables', () => {
    const state = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m
    const found = code.filter(
      (file) => file.startsWith('src/') && state.test(readFileSync(path.join(projectRoot, file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('keeps the median source file under 80 lines', () => {
    const lengths = code
      .map((file) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n').length)
      .sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80)
  })
})
