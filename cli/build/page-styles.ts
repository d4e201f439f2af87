import type { ClientPage } from '../../src/sections/view.ts'
import { hash } from '../cache.mjs'
import type { ClientFiles } from './client-files.ts'
import type { Files } from './output.ts'
import { createStyler, placeStyles } from './styles.ts'

/** Classes within texts (cli/content/render-markdown.ts), which may come with the data of another page. */
const OF_TEXTS = ['tbl', 'num']

interface Styled {
  html: string
  /** Path of its sheet, which its document links and client navigation applies. */
  styles: string
}

/** Writes the styles of pages. Pages with the same rules share a file. */
export function createStyleWriter(client: ClientFiles, output: Files) {
  const styler = createStyler(client.css)
  const later = new Map<string, string[]>()
  const written = new Map<string, Promise<unknown>>()
  const put = async (css: string) => {
    const file = `assets/styles/${hash(css)}.css`
    if (!written.has(file)) written.set(file, output.put(file, css))
    await written.get(file)
    return file
  }
  return async (html: string, { sections }: ClientPage): Promise<Styled> => {
    const types = [...new Set(sections.map(({ type }) => type))].sort()
    const known = later.get(types.join())
    const classes = known ?? styler.classesIn([...client.saidBy(types), ...OF_TEXTS])
    later.set(types.join(), classes)
    const { inlined, sheet } = styler.stylesOf(html, classes)
    const styles = await put(sheet)
    return { html: placeStyles(html, inlined, `/${styles}`), styles }
  }
}
