import { describe, expect, inject, it } from 'vitest'
import { sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

describe('feeds and the sitemap', () => {
  it('are valid XML, and contain only absolute links', async () => {
    const { page, close } = await browser.open()
    await page.goto(`${site}/terms`)
    const read = await page.evaluate(async () => {
      const parse = async (path: string) =>
        new DOMParser().parseFromString(await (await fetch(path)).text(), 'application/xml')
      const documents = await Promise.all(['/sitemap.xml', '/blog/feed.xml', '/insights/feed.xml'].map(parse))
      const texts = documents.flatMap((xml) => [...xml.querySelectorAll('content')].map((node) => node.textContent))
      const links = texts.flatMap((html) => [
        ...new DOMParser().parseFromString(html ?? '', 'text/html').querySelectorAll('a, img'),
      ])
      return {
        roots: documents.map((xml) => xml.documentElement.nodeName),
        faults: documents.flatMap((xml) => xml.querySelector('parsererror')?.textContent ?? []),
        relative: links
          .map((node) => node.getAttribute('href') ?? node.getAttribute('src'))
          .filter((to) => !/^https:/.test(to ?? '')),
        links: links.length,
      }
    })
    expect(read).toMatchObject({ roots: ['urlset', 'feed', 'feed'], faults: [], relative: [] })
    expect(read.links).toBeGreaterThan(15)
    await close()
  })
})
