import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Bundle } from './bundle.mjs'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

export interface ClientFiles {
  /** Paths below the client folder, such as `assets/chunks/react-x.js`: all that a page can ask for. */
  files: string[]
  folder: string
  /** The whole stylesheet of the site. */
  css: string
  /** Path of the same as a file, for pages without scripting. */
  stylesheet: string
}

const ENTRY = 'src/vike/+client.ts'

/** What of the client bundle is published: everything reachable from our own entry, and nothing else. */
export function readClientFiles(bundle: Bundle): ClientFiles {
  const manifest = JSON.parse(readFileSync(path.join(bundle.folder, 'assets.json'), 'utf8')) as Record<string, Chunk>
  const seen = new Set<string>()
  const files = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit(ENTRY)
  const folder = path.join(bundle.folder, 'client')
  const css = [...styles].map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n')
  for (const [, asset] of css.matchAll(/url\(["']?\/([^)"']+)["']?\)/g))
    if (asset && !asset.startsWith('data:')) files.add(asset)
  return { files: [...files].sort(), folder, css, stylesheet: `/${[...styles][0]}` }
}
