import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isHidden } from '../content/served-addresses.ts'

/** The published folder. */
export interface BuiltSite {
  /** Paths of all pages, the front page first, without error pages. */
  pages: string[]
  /** Origin of the site from its canonical link. */
  origin: string | undefined
  /** Feeds and the sitemap. */
  xml: { file: string; text: string }[]
  /** Returns the HTML of a page. */
  html(page: string): string
  /** Returns the transfer size of a file in kB, compressed if possible; 0 if it is missing. */
  weigh(pathname: string): number
}

export function openBuiltSite(folder: string): BuiltSite {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = files
    .filter((file) => file.endsWith('.html') && !isHidden(`/${file}`))
    .map((file) => pageOf(file.replaceAll(path.sep, '/')))
    .sort()
  const html = (page: string) => readFileSync(path.join(folder, fileOf(page)), 'utf8')
  const canonical = pages.includes('/') ? /<link rel="canonical" href="([^"]+)"/.exec(html('/'))?.[1] : undefined
  return {
    pages,
    origin: canonical && new URL(canonical).origin,
    xml: files
      .filter((file) => file.endsWith('.xml'))
      .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') })),
    html,
    weigh(pathname) {
      const file = path.join(folder, decodeURIComponent(pathname))
      const found = [`${file}.br`, file].find((candidate) => existsSync(candidate))
      return found ? statSync(found).size / 1000 : 0
    },
  }
}

/** The page for unknown paths. */
export const unknownPage = '/404'

/** Returns the file of a page: `about.html` for `/about`, `index.html` for `/`. */
export function fileOf(page: string): string {
  return page === '/' ? 'index.html' : `${page.slice(1)}.html`
}

function pageOf(file: string): string {
  return file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`
}
