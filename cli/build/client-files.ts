import { readFileSync } from 'node:fs'
import path from 'node:path'
import { siteRoot } from '../packages.mjs'
import { type Bundle, LICENSES_FILE, SCRIPT_WORDS_FILE, type ScriptWords } from './bundle.mjs'
import type { Output } from './output.ts'

interface Chunk {
  file: string
  /** Chunk name, such as `app`, `react`, or a live section's type followed by `.live`. */
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
}

/** License of the fonts, which are published with the site and embedded in the relay's pages. */
export const fontLicenseFile = path.join(siteRoot, 'theme', 'fonts', 'OFL.txt')
const ENTRY = 'vike/+client.ts'
const MEASUREMENT = 'measurement/start.ts'
const STYLES = 'theme/site.css'

/** Lists the client bundle's files to publish: all files reachable from the entry, and the stylesheet's fonts. */
export function readClientFiles(bundle: Bundle) {
  const parse = (file: string) => JSON.parse(readFileSync(path.join(bundle.folder, file), 'utf8'))
  const manifest: Record<string, Chunk> = parse('assets.json')
  const words: ScriptWords = parse(SCRIPT_WORDS_FILE)
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
    /** Paths of all files that pages can request, such as `assets/chunks/react-x.js`, relative to the client folder. */
    files: [...new Set([...files, ...fonts])].sort(),
    folder,
    /** Path of the script that every page loads. */
    script: `/${manifest[ENTRY]?.file}`,
    /** File of the script that pages load if services measure visits. It imports no other files. */
    measurement: manifest[MEASUREMENT]?.file ?? '',
    /** Styles of the whole site; each page uses a subset. */
    css: read(sheet),
    /** Types of form fields. */
    fieldTypes: Object.keys(words.fieldTypes),
    /**
     * Returns the words in the strings of a page's scripts, including the names of classes and elements.
     * @param sections types of its live sections
     * @param fieldTypes types of its form fields
     */
    wordsOf(sections: readonly string[], fieldTypes: readonly string[]) {
      // The app loads the error page's drawing of a shelf.
      const isOf = ({ name = '' }: Chunk) =>
        ['app', 'shelf'].includes(name) || sections.includes(name.replace(/\.live$/, ''))
      // Skip the chunk with React and the router, because its strings contain no class names of this site.
      const chunks = [...reach(ENTRY, isOf)].filter(({ name }) => name !== 'react')
      const ofChunks = chunks.flatMap(({ file }) => words.chunks[file] ?? [])
      return new Set([...ofChunks, ...fieldTypes.flatMap((type) => words.fieldTypes[type] ?? [])])
    },
  }
}

export type ClientFiles = ReturnType<typeof readClientFiles>

/** Publishes the licenses of the packages in the client bundle, and the font license next to the fonts. */
export async function writeLicenses({ files, folder }: ClientFiles, output: Output): Promise<void> {
  const font = files.find((file) => file.endsWith('.woff2')) ?? ''
  await output.put(LICENSES_FILE, readFileSync(path.join(folder, LICENSES_FILE)))
  await output.put(path.posix.join(path.posix.dirname(font), 'OFL.txt'), readFileSync(fontLicenseFile))
}
