import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundles } from '../../cli/build/bundle.mjs'
import { CARD_SOURCES } from '../../cli/build/share/share-images.ts'
import { projectRoot } from '../../cli/paths.ts'

/**
 * Who may import whom. A room is the longest of these paths that a file lies in; `type` means that
 * only types may come from there.
 */
const rooms: Record<string, string[]> = {
  'src/schema': [],
  'src/theme': [],
  'src/ui': ['src/schema', 'type src/sections'],
  'src/forms': ['src/schema', 'src/ui', 'type src/sections'],
  'src/drawings': ['src/schema', 'src/ui', 'type src/sections', 'type src/collections'],
  // Where an entry is, is told by the routes.
  'src/sections': ['src/schema', 'src/forms', 'src/ui', 'src/drawings', 'src/routes.ts', 'type src/collections'],
  'src/collections': ['src/schema', 'src/forms', 'src/drawings', 'src/sections'],
  'src/routes.ts': ['src/collections', 'src/schema'],
  'src/client': ['src/ui', 'src/schema', 'type src/sections', 'src/site'],
  'src/site': [
    'src/schema',
    'src/forms',
    'src/ui',
    'src/drawings',
    'src/sections',
    'src/collections',
    'src/routes.ts',
    'src/client',
    'src/vike',
    'src/theme',
  ],
  'src/vike': ['type src/schema', 'src/site', 'src/client', 'type src/sections'],
  cli: [
    'src/schema',
    'src/collections',
    'src/forms',
    'src/drawings',
    'src/routes.ts',
    'src/site',
    'src/vike',
    'src/client',
    'type src/sections',
    'src/sections',
    'src/theme',
  ],
  relay: ['src/forms', 'src/ui', 'src/schema', 'src/theme'],
  // Screenshots go through the states that the tests go through, and the guide has the relay's settings.
  scripts: ['cli', 'relay', 'src/schema', 'src/collections', 'src/forms', 'src/routes.ts', 'scripts', 'tests'],
  tests: [],
}

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

function listSources(): string[] {
  return ['src', 'cli', 'relay', 'scripts'].flatMap((folder) => {
    try {
      return readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
        .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
    } catch {
      return []
    }
  })
}

function listImports(file: string): Import[] {
  const text = readFileSync(path.join(projectRoot, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"\n;]|\n(?!import|export))*?\bfrom\s+'((?:\.|@northshelf\/)[^']+)'|\bimport\('((?:\.|@northshelf\/)[^']+)'\)|(?:^|\n)import\s+'((?:\.|@northshelf\/)[^']+)'/g
  return [...text.matchAll(pattern)].map((match) => {
    const imported = match[2] ?? match[3] ?? match[4] ?? ''
    const to = imported.startsWith('.')
      ? path.normalize(path.join(path.dirname(file), imported))
      : imported.replace('@northshelf/site/', 'src/')
    return { from: file, to, typeOnly: match[1] !== undefined }
  })
}

function roomOf(file: string): string {
  const room = Object.keys(rooms)
    .filter((name) => file === name || file.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0]
  return room ?? file
}

/** A file, and whatever it runs of other files. */
function listReached(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) listReached(to, reached)
  return reached
}

const imports = listSources().flatMap(listImports)

describe('the house', () => {
  it('reads imports at all', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({
      from: 'src/site/document.tsx',
      to: 'src/site/live-components.ts',
      typeOnly: false,
    })
    expect(imports.some((entry) => entry.typeOnly)).toBe(true)
  })

  it('imports other workspaces by the name of their package', () => {
    const workspaceOf = (file: string) => file.split('/')[0]
    const crossing = listSources()
      .filter((file) => /^(?:src|cli|relay)\//.test(file))
      .flatMap((file) =>
        [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(/(?:from|import\() ?'(\.\.?\/[^']+)'/g)]
          .map(([, imported = '']) => path.normalize(path.join(path.dirname(file), imported)))
          .filter((target) => workspaceOf(target) !== workspaceOf(file))
          .map((target) => `${file} → ${target}`),
      )
    expect(crossing).toEqual([])
  })

  it('lets rooms import only in the allowed directions', () => {
    const forbidden = imports.filter(({ from, to, typeOnly }) => {
      const [home, target] = [roomOf(from), roomOf(to)]
      if (home === target) return false
      const allowed = rooms[home] ?? []
      return !allowed.includes(target) && !(typeOnly && allowed.includes(`type ${target}`))
    })
    expect(forbidden.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it.each<[what: string, by: string, sources: readonly string[]]>([
    ...Object.entries(bundles).map(([name, { entry, sources }]): [string, string, string[]] => [name, entry, sources]),
    ['cards', 'cli/build/share/card-drawer.ts', CARD_SOURCES],
    ['letters of cards', 'cli/build/share/typeface.ts', CARD_SOURCES],
  ])('keeps what was made of %s only as long as the code that made it is the same', (_, by, sources) => {
    const places = [...sources, 'cli/cache.mjs', 'cli/paths.ts']
    const isInside = (file: string) => places.some((place) => file === place || file.startsWith(`${place}/`))
    const entries = listSources().filter((file) => file === by || file.startsWith(`${by}/`))
    expect(entries).not.toEqual([])
    expect(entries.flatMap((entry) => [...listReached(entry)]).filter((file) => !isInside(file))).toEqual([])
  })

  it('keeps the parser of inline markdown out of what browsers load', () => {
    const loaded = listSources().filter((file) => file.endsWith('.live.tsx') || file === 'src/vike/+client.ts')
    expect(loaded.length).toBeGreaterThan(5)
    const reached = loaded.filter((file) => listReached(file).has('src/schema/inline-markdown.ts'))
    expect(reached).toEqual([])
  })

  it('has no import cycles', () => {
    const graph = new Map<string, string[]>()
    for (const { from, to, typeOnly } of imports) if (!typeOnly) graph.set(from, [...(graph.get(from) ?? []), to])
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, trail: string[]) => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
      if (done.has(file) || trail.includes(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
      done.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })

  it('remembers nothing of a visit or a build in a module', () => {
    const state = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m
    const found = listSources().filter(
      (file) => file.startsWith('src/') && state.test(readFileSync(path.join(projectRoot, file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('keeps files small: the median is under 80 lines', () => {
    const lengths = listSources()
      .map((file) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n').length)
      .sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80)
  })
})
