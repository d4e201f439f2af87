import { workspaces } from './layers.ts'
import type { Import } from './list-imports.ts'

/** Finds imports that violate the layers, and pairs of folders that import each other. */
export function findLayerProblems(imports: readonly Import[]): string[] {
  const violations = imports.flatMap((found) => {
    const problem = findViolation(found)
    return problem === undefined ? [] : [`${describe(found)}: ${problem} See tests/conventions/layers.ts.`]
  })
  return [...violations, ...findMutualImports(imports)]
}

const describe = ({ from, line, to }: Import): string => `${from}:${line} imports ${to}`

function findViolation({ from, to, isRelative }: Import): string | undefined {
  if (from.startsWith('tests/') && to.startsWith('scripts/bench/'))
    return 'tests must not import benchmarks; put shared code into tests.'
  const [own = '', importer = ''] = from.split('/')
  const [other = '', imported = ''] = to.split('/')
  const workspace = workspaces[own]
  if (!workspace) return undefined
  if (own !== other) {
    if (isRelative) return 'import other workspaces by their package name.'
    if (workspace.imports.some((folder) => to.startsWith(`${folder}/`))) return undefined
    return `${own} may import ${workspace.imports.join(', ') || 'no other workspace'}.`
  }
  const ranks = rankLayers(workspace.layers)
  const right = ranks.get(withoutDeclaration(importer))
  const left = ranks.get(withoutDeclaration(imported))
  if (right === undefined) return `${own}/${importer} belongs to no layer; add it to the list.`
  if (left === undefined) return `${own}/${imported} belongs to no layer; add it to the list.`
  if (importer === imported || left < right) return undefined
  return `${importer} may import only from layers to its left. Move the code, or pass in what it needs.`
}

/** Returns the position of each folder and file in a list of layers. */
function rankLayers(layers: string): ReadonlyMap<string, number> {
  return new Map(layers.split(' ← ').flatMap((names, rank) => names.split(' | ').map((name) => [name, rank] as const)))
}

/** Returns the file whose types `cache.d.mts` declares: `cache.mjs`. */
function withoutDeclaration(name: string): string {
  return name.replace(/\.d\.mts$/, '.mjs')
}

/** Finds pairs of folders with the same parent folder, at any depth of a workspace, that import each other. */
function findMutualImports(imports: readonly Import[]): string[] {
  const examples = new Map<string, Import>()
  for (const found of imports) {
    const folders = findFolders(found)
    if (folders) examples.set(folders.join(' and '), found)
  }
  return [...examples].flatMap(([pair, one]) => {
    const other = examples.get(pair.split(' and ').reverse().join(' and '))
    if (!other || one.from > other.from) return []
    return [`${pair} import each other: ${describe(one)}, ${describe(other)}`]
  })
}

/** Returns the two folders below the deepest folder that contains both files; undefined if one file is directly in it. */
function findFolders({ from, to }: Import): [string, string] | undefined {
  const [names, others] = [from.split('/'), to.split('/')]
  const fork = names.findIndex((name, at) => name !== others[at])
  if (!workspaces[names[0] ?? ''] || fork < 1 || fork >= Math.min(names.length, others.length) - 1) return undefined
  return [names.slice(0, fork + 1).join('/'), others.slice(0, fork + 1).join('/')]
}
