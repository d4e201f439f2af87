import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { projectRoot } from '../../cli/paths.ts'

export interface Import {
  /** The importing file, such as `relay/app.ts`. */
  from: string
  line: number
  /** The imported file, such as `src/forms/fields.ts`, even if it is imported by package name. */
  to: string
  isRelative: boolean
  typeOnly: boolean
}

/** Lists the source files of folders, as paths relative to the project. */
export function listSources(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|m[jt]s)$/.test(entry.name))
      .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
      .filter((file) => !/\/(?:node_modules|dist|\.cache|\.output)\//.test(file)),
  )
}

/** Lists a file's imports of files of the project, including dynamic imports and imports of types. */
export function listImports(file: string, text = readFileSync(path.join(projectRoot, file), 'utf8')): Import[] {
  const { module, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const code = comments.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  )
  const dynamic = new Set(module.dynamicImports.map(({ start }) => start))
  const found = [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      start,
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.map(({ moduleRequest, isType }) => ({ start, specifier: moduleRequest?.value ?? '', typeOnly: isType })),
    ),
    // The parser's list lacks types such as `typeof import('./schema.ts')`.
    ...[...code.matchAll(/\bimport\(\s*'([^']+)'/g)].map(({ index, 1: specifier = '' }) => ({
      start: index,
      specifier,
      typeOnly: !dynamic.has(index),
    })),
  ]
  return found.flatMap(({ start, specifier, typeOnly }): Import[] => {
    const isRelative = specifier.startsWith('.')
    if (!isRelative && !specifier.startsWith('@northshelf/')) return []
    const to = isRelative ? path.join(path.dirname(file), specifier) : resolvePackage(specifier)
    return [{ from: file, line: code.slice(0, start).split('\n').length, to, isRelative, typeOnly }]
  })
}

/** Returns the file of the project that an import such as `@northshelf/site/forms/fields.ts` refers to. */
function resolvePackage(specifier: string): string {
  if (specifier === '@northshelf/audit') return 'audit/index.mjs'
  return specifier.replace('@northshelf/site', 'src').replace('@northshelf/relay', 'relay')
}
