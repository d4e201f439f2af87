import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Bundle } from './bundle.mjs'

interface Chunk {
  file: string
  /** Chunk name, such as `app`, `react`, or a live section's type followed by `.live`. */
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
}

export interface ClientFiles {
  /** Paths of all files that pages can request, such as `assets/chunks/react-x.js`, relative to the client folder. */
  files: string[]
  folder: string
  /** Path of the script that every page loads. */
  script: string
  /** Styles of the whole site; each page uses a subset. */
  css: string
  /** Returns all string literals, including CSS classes, in the scripts of a page with these live sections. */
  stringsOf(sections: readonly string[]): ReadonlySet<string>
}

const ENTRY = 'src/vike/+client.ts'
const STYLES = 'src/theme/site.css'

/** Lists the client bundle's files to publish: all files reachable from the entry, and the stylesheet's fonts. */
export function readClientFiles(bundle: Bundle): ClientFiles {
  const manifest = JSON.parse(readFileSync(path.join(bundle.folder, 'assets.json'), 'utf8')) as Record<string, Chunk>
  const folder = path.join(bundle.folder, 'client')
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const { file: sheet = '', assets: fonts = [] } = manifest[STYLES] ?? {}
  /** Returns a chunk followed by the chunks that it imports. */
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
    files: [...new Set([...files, ...fonts])].sort(),
    folder,
    script: `/${manifest[ENTRY]?.file}`,
    css: read(sheet),
    stringsOf(sections) {
      const isOf = ({ name = '' }: Chunk) => name === 'app' || sections.includes(name.replace(/\.live$/, ''))
      // Skip the chunk with React and the router, because its strings contain no class names of this site.
      const chunks = [...reach(ENTRY, isOf)].filter(({ name }) => name !== 'react')
      return new Set(chunks.flatMap(({ file }) => read(file).match(/(?<=["'`])[\w -]+(?=["'`])/g) ?? []))
    },
  }
}
