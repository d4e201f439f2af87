import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isHiddenPath } from '../content/served-addresses.ts'

export function openBuiltSite(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const all = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => `/${file.replaceAll(path.sep, '/').slice(0, -'.html'.length)}`)
    .map((page) => (page === '/index' ? '/' : page))
    .sort()
  const pages = all.filter((page) => !isHiddenPath(page))
  const html = (page: string) => readFileSync(path.join(folder, toHtmlFile(page)), 'utf8')
  const canonical = pages.includes('/') ? /<link rel="canonical" href="([^"]+)"/.exec(html('/'))?.[1] : undefined
  return {
    /** Paths of all pages except error pages, with the home page first. */
    pages,
    /** Paths of the pages that are served for unknown paths, one for each language. */
    notFoundPages: all.filter((page) => page.endsWith('/404') && isHiddenPath(page)),
    /** The site's origin, from its canonical link. */
    origin: canonical && new URL(canonical).origin,
    /** Feeds and the sitemap. */
    xml: files
      .filter((file) => file.endsWith('.xml'))
      .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') })),
    html,
    /** Returns a file's transfer size in kB (compressed if a compressed copy exists); 0 if it is missing. */
    weigh(pathname: string) {
      const file = path.join(folder, decodeURIComponent(pathname))
      const found = [`${file}.br`, file].find((candidate) => existsSync(candidate))
      return found ? statSync(found).size / 1000 : 0
    },
  }
}

export type BuiltSite = ReturnType<typeof openBuiltSite>

/** Returns the path of a page's file: `about.html` for `/about`, `index.html` for `/`. */
export function toHtmlFile(page: string): string {
  return page === '/' ? 'index.html' : `${page.slice(1)}.html`
}
