import type { SiteView } from '../../src/sections/view.ts'
import type { RenderInput } from '../../src/vike/render-input.ts'
import type { Fault } from '../rendered/fault.ts'
import { createPageChecker } from '../rendered/rules.ts'
import type { Bundle } from './bundle.mjs'
import { readClientFiles } from './client-files.ts'
import { listFonts } from './fonts.ts'
import { createPageStyler } from './page-styles.ts'
import { loadRenderer } from './renderer.ts'

/** What all pages of a build are made with. */
export interface PageSetup {
  bundle: Bundle
  site: SiteView
}

/** What is published of a page: bytes, which threads hand over in a fraction of the time of texts. */
export interface MadePage {
  html: Uint8Array
  /** The page for client-side navigation, as JSON. */
  data: Uint8Array
  sheet: { file: string; css: string }
  /** What is shown that nobody meant. */
  faults: Fault[]
}

/** Makes pages: renders them, looks through them and gives them their styles. */
export async function createPageMaker({ bundle, site }: PageSetup) {
  const client = readClientFiles(bundle)
  const scripts = `<script src="${client.script}" type="module" async fetchpriority="low"></script>`
  const render = await loadRenderer(bundle, { site, build: bundle.id, fonts: listFonts(client.css), scripts })
  const check = createPageChecker()
  const style = createPageStyler(client, site.accent)
  const bytes = new TextEncoder()
  return async (inputs: readonly RenderInput[]): Promise<MadePage[]> => {
    const pages: MadePage[] = []
    for (const input of inputs) {
      const document = await render(input)
      const { html, sheet } = style(document.html, document.page)
      const data = JSON.stringify({ build: bundle.id, page: { ...document.page, styles: `/${sheet.file}` } })
      pages.push({ html: bytes.encode(html), data: bytes.encode(data), sheet, faults: check(document.html) })
    }
    return pages
  }
}
