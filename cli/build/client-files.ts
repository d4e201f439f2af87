import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Bundle } from './bundle.mjs'

interface Chunk {
  file: string
  /** Of a live section, its type. */
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
}

export interface ClientFiles {
  /** Paths below the client folder, such as `assets/chunks/react-x.js`: all that a page can ask for. */
  files: string[]
  folder: string
  /** Path of the script of every page. */
  script: string
  /** The styles of the whole site, of which each page gets its own. */
  css: string
  /** What the scripts of a page with these live sections say, in strings of words: the classes that they set are among it. */
  saidBy(sections: readonly string[]): ReadonlySet<string>
}

const ENTRY = 'src/vike/+client.ts'
const STYLES = 'src/theme/site.css'

/** What of the client bundle is published: everything reachable from our own entry, the faces of the styles, and nothing else. */
export function readClientFiles(bundle: Bundle): ClientFiles {
  const manifest = JSON.parse(readFileSync(path.join(bundle.folder, 'assets.json'), 'utf8')) as Record<string, Chunk>
  const folder = path.join(bundle.folder, 'client')
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const { file: sheet = '', assets: faces = [] } = manifest[STYLES] ?? {}
  /** The chunks that a chunk needs, itself first. */
  const reach = (key: string, dynamic: (chunk: Chunk) => boolean, found = new Set<Chunk>()) => {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk)) return found
    found.add(chunk)
    for (const next of chunk.imports ?? []) reach(next, dynamic, found)
    for (const next of chunk.dynamicImports ?? []) if (dynamic(manifest[next] as Chunk)) reach(next, dynamic, found)
    return found
  }
  const files = [...reach(ENTRY, () => true)].flatMap(({ file, assets = [] }) => [file, ...assets])
  return {
    files: [...new Set([...files, ...faces])].sort(),
    folder,
    script: `/${manifest[ENTRY]?.file}`,
    css: read(sheet),
    saidBy(sections) {
      const isOf = ({ name = '' }: Chunk) => name === 'app' || sections.includes(name.replace(/\.live$/, ''))
      // What React and the router say is no class of ours.
      const own = [...reach(ENTRY, isOf)].filter(({ name }) => name !== 'react')
      return new Set(own.flatMap(({ file }) => read(file).match(/(?<=["'`])[\w -]+(?=["'`])/g) ?? []))
    },
  }
}
