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
  const stylesOf = createStyler(client.css)
  const written = new Map<string, Promise<unknown>>()
  const put = async (css: string) => {
    const file = `assets/styles/${hash(css)}.css`
    if (!written.has(file)) written.set(file, output.put(file, css))
    await written.get(file)
    return file
  }
  return async (html: string, { sections }: ClientPage): Promise<Styled> => {
    const said = client.saidOf(sections.map(({ type }) => type))
    const { inlined, sheet } = stylesOf(html, [...said, ...OF_TEXTS])
    const styles = await put(sheet)
    return { html: placeStyles(html, inlined, `/${styles}`), styles }
  }
}
