import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundles } from '../../cli/build/bundle.mjs'
import { projectRoot } from '../../cli/paths.ts'

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

/** Returns a file and all files that it imports at run time. */
function listReached(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) listReached(to, reached)
  return reached
}

const imports = listSources().flatMap(listImports)

describe('the import scanner', () => {
  it('finds both regular and type-only imports in the project', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({
      from: 'src/site/document.tsx',
      to: 'src/site/live-components.ts',
      typeOnly: false,
    })
    expect(imports.some((entry) => entry.typeOnly)).toBe(true)
  })
})

describe('the project', () => {
  it('has lint rules that reject import cycles and imports that violate the layers', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'layers-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const files = {
      'cli/content/read.ts': "import type { Loaded } from '../engine/load.ts'\n\nexport type Read = Loaded\n",
      'cli/engine/load.ts': "import type { Read } from '../content/read.ts'\n\nexport type Loaded = Read\n",
      'cli/pool.ts': "import type { Loaded } from '../src/forms/value.ts'\n\nexport type Pool = Loaded\n",
      'relay/app.ts': "import type { List } from '@northshelf/site/collections/list.ts'\n\nexport type App = List\n",
      'relay/config.ts':
        "import type { AnswerValue } from '@northshelf/site/forms/value.ts'\n\nexport type Config = AnswerValue\n",
      'src/sections/list.ts': "import type { List } from '../collections/list.ts'\n\nexport type Sections = List\n",
    }
    for (const config of ['biome.json', 'layers.json'])
      cpSync(path.join(projectRoot, config), path.join(folder, config))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--vcs-enabled=false', '--colors=off', '.']
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const found = [...`${stdout}${stderr}`.matchAll(/^(\S+?):\d+:\d+ lint\/\w+\/(\w+)/gm)].map(
      ([, file, rule]) => `${file} ${rule}`,
    )
    expect(status).toBe(1)
    expect(found.sort()).toEqual([
      'cli/content/read.ts noImportCycles',
      'cli/content/read.ts noRestrictedImports',
      'cli/engine/load.ts noImportCycles',
      'cli/pool.ts noRestrictedImports',
      'relay/app.ts noRestrictedImports',
      'src/sections/list.ts noRestrictedImports',
    ])
  })

  it.each(Object.entries(bundles))('recompiles the bundle %s when any of its source files changes', (_, bundle) => {
    const [entry = '', ...watched] = [bundle.entry, ...bundle.sources].map((file) => path.relative(projectRoot, file))
    watched.push('cli/cache.mjs', 'cli/packages.mjs', 'cli/paths.ts')
    const isIn = (file: string, source: string) => file === source || file.startsWith(`${source}/`)
    const isInside = (file: string) => watched.some((source) => isIn(file, source))
    const entries = listSources().filter((file) => isIn(file, entry))
    expect(entries).not.toEqual([])
    expect(entries.flatMap((entry) => [...listReached(entry)]).filter((file) => !isInside(file))).toEqual([])
  })

  it('keeps the inline Markdown parser out of browser code', () => {
    const loaded = listSources().filter((file) => file.endsWith('.live.tsx') || file === 'src/vike/+client.ts')
    expect(loaded.length).toBeGreaterThan(5)
    const reached = loaded.filter((file) => listReached(file).has('src/schema/inline-markdown.ts'))
    expect(reached).toEqual([])
  })

  it('keeps no per-visit or per-build state in module-level variables', () => {
    const state = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m
    const found = listSources().filter(
      (file) => file.startsWith('src/') && state.test(readFileSync(path.join(projectRoot, file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('keeps the median source file under 80 lines', () => {
    const lengths = listSources()
      .map((file) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n').length)
      .sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80)
  })
})
