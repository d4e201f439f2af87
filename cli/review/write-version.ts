import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { toAbsoluteUrl } from '@northshelf/site/site/meta.ts'
import type { ClientFiles } from '../build/client-files.ts'
import { createFileGenerator } from '../build/file-generator.ts'
import { listLanguageVersions, type PlannedPage } from '../build/pages.ts'
import { type ReviewedPage, renderBar, type Side } from './review-pages.ts'
import { rewritePage } from './rewrite-page.ts'

interface VersionOptions {
  side: Side
  title: string
  back: string | undefined
  content: Content
  client: ClientFiles
  /** Renders a page as it is published. */
  render: (page: PlannedPage) => Promise<string>
  /** Writes a file of the review. */
  write: (file: string, data: string | Uint8Array) => void
}

/** Creates a function that writes a page of one version, and the files that it needs. */
export function createPageWriter(pages: readonly ReviewedPage[], options: VersionOptions) {
  const { side, title, back, content, client, render, write } = options
  const generate = createFileGenerator(listLanguageVersions(content))
  /** Paths in the review by address on the site; undefined for pages and files that are not in the review. */
  const targets = new Map<string, string | undefined>(pages.map((page) => [page.page, page[side]]))

  async function addFile(address: string): Promise<void> {
    const name = address.slice(1)
    const isClient = client.files.includes(name)
    const data = isClient ? readFileSync(path.join(client.folder, name)) : await generate(name)
    // The names of assets contain a hash, so both versions share them.
    const file = name.startsWith('assets/') ? name : `${side}/${name}`
    if (data !== undefined) write(file, data)
    targets.set(address, data === undefined ? undefined : file)
  }

  return async (page: ReviewedPage, source: PlannedPage): Promise<void> => {
    const html = await render(source)
    const addresses = new Set<string>()
    const collect = (url: string) => {
      addresses.add(splitUrl(url).address)
      return url
    }
    rewritePage(html, collect, '')
    for (const address of addresses) if (!targets.has(address)) await addFile(address)
    const home = path.posix.dirname(page[side] ?? '')
    const resolve = (url: string) => {
      const { address, rest } = splitUrl(url)
      const target = targets.get(address)
      return target === undefined ? toAbsoluteUrl(content, url) : path.posix.relative(home, target) + rest
    }
    write(page[side] ?? '', rewritePage(html, resolve, renderBar(page, side, title, back)))
  }
}

/** Splits a URL before its query or fragment. */
function splitUrl(url: string): { address: string; rest: string } {
  const end = url.search(/[?#]/)
  return end < 0 ? { address: url, rest: '' } : { address: url.slice(0, end), rest: url.slice(end) }
}
