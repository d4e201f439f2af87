import type { SiteView } from '@northshelf/site/sections/site-view.ts'
import type { RenderInput } from '@northshelf/site/site/render-input.ts'
import type { PageProblem } from '../rules/page/problem.ts'
import { createPageChecker } from '../rules/page/rules.ts'
import type { Bundle } from './bundle.mjs'
import { readClientFiles } from './client-files.ts'
import { listFonts } from './fonts.ts'
import { createPageStyler } from './page-styles.ts'
import { loadRenderer } from './renderer.ts'

/** Input that all pages of a build share. */
export interface PageSetup {
  bundle: Bundle
  site: SiteView
}

/** Published output of a page, as bytes, because threads transfer bytes much faster than strings. */
export interface PageOutput {
  html: Uint8Array
  /** The page's data for client-side navigation, as JSON. */
  data: Uint8Array
  sheet: { file: string; css: string }
  /** Problems found on the page, for example unintended text. */
  faults: PageProblem[]
}

/** Creates a function that renders a site's pages and adds their styles. */
export function createPageRenderer(bundle: Bundle) {
  const client = readClientFiles(bundle)
  const scripts = `<script src="${client.script}" type="module" async fetchpriority="low"></script>`
  const style = createPageStyler(client)
  return async (site: SiteView) => {
    const render = await loadRenderer(bundle, { site, build: bundle.id, fonts: listFonts(client.css), scripts })
    return async (input: RenderInput) => {
      const document = await render(input)
      return { document, ...style(document.html, document.page, site.accent) }
    }
  }
}

/** Creates a function that renders and checks a site's pages. */
export async function createPageBuilder({ bundle, site }: PageSetup) {
  const render = await createPageRenderer(bundle)(site)
  const check = createPageChecker()
  const bytes = new TextEncoder()
  return async (inputs: readonly RenderInput[]): Promise<PageOutput[]> => {
    const pages: PageOutput[] = []
    for (const input of inputs) {
      const { document, html, sheet } = await render(input)
      const data = JSON.stringify({ build: bundle.id, page: { ...document.page, styles: `/${sheet.file}` } })
      pages.push({ html: bytes.encode(html), data: bytes.encode(data), sheet, faults: check(document.html) })
    }
    return pages
  }
}
