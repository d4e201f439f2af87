import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, describe, expect, it } from 'vitest'
import { listLanguageVersions, planPage } from '../../cli/build/pages.ts'
import { renderTextFiles } from '../../cli/build/text-files.ts'
import type { Content } from '../../src/collections/content.ts'
import { listRoutes } from '../../src/routes.ts'
import { createPageView } from '../../src/site/views.ts'
import { PageLinks } from '../../src/ui/page-links.tsx'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Returns the harbor site with this number of articles, newest first. */
async function siteWith(count: number): Promise<Content> {
  const { content } = await harbor.check(() => {})
  const [article] = content?.articles ?? []
  if (!content || !article) throw new Error('the harbor site is broken')
  const articles = Array.from({ length: count }, (_, place) => {
    const slug = `note-${place + 1}`
    return { ...article, slug, folder: 'blog' as const, path: `/blog/${slug}` }
  })
  return { ...content, articles }
}
const listOf = (content: Content) => listRoutes(content).filter(({ entry }) => entry.path === '/blog')
const slugsIn = (value: unknown) => [...JSON.stringify(value).matchAll(/"\/blog\/(note-\d+)"/g)].map(([, slug]) => slug)

describe('the list of all articles', () => {
  it.each([
    [0, 1],
    [1, 1],
    [24, 1],
    [25, 2],
    [1000, 42],
  ])('shows %i articles on %i pages, each article once and in order', async (count, expected) => {
    const content = await siteWith(count)
    const routes = listOf(content)
    const laterPages = Array.from({ length: expected - 1 }, (_, index) => `/blog/page/${index + 2}`)
    expect(routes.map((route) => route.path)).toEqual(['/blog', ...laterPages])
    const shown = routes.flatMap((route) => slugsIn(createPageView(route, content).sections))
    expect(shown).toEqual(content.articles.map(({ slug }) => slug))
  })

  it('shows the page number on every page except the first, including in its metadata', async () => {
    const content = await siteWith(60)
    const [first, second] = listOf(content).map((route) => planPage(route, content))
    expect(first?.meta.title).toBe('Journal: selling on marketplaces, slowly | Harbor & Pine')
    expect(first?.view.sections[0]).toEqual(expect.not.objectContaining({ page: expect.anything() }))
    expect(second?.view.sections[0]).toMatchObject({ heading: 'The journal.', page: 'sheet 2 of 3' })
    expect(second?.meta).toMatchObject({
      // The name of the site does not fit.
      title: 'Journal: selling on marketplaces, slowly · sheet 2 of 3',
      description: expect.stringMatching(/^sheet 2 of 3 · Short pieces/),
      canonical: 'https://harborandpine.example/blog/page/2',
      index: true,
    })
    const trail = second?.meta.structured.at(-1) as { itemListElement: { name: string; item: string }[] }
    expect(trail.itemListElement.map(({ name, item }) => [name, new URL(item).pathname])).toEqual([
      ['front page', '/'],
      ['Journal', '/blog'],
      ['sheet 2 of 3', '/blog/page/2'],
    ])
  })

  it('has one share image for all pages', async () => {
    const content = await siteWith(60)
    const pages = listOf(content).map((route) => planPage(route, content))
    expect(pages.map(({ card }) => card?.image)).toEqual(['/share/blog.png', undefined, undefined])
    expect(new Set(pages.map(({ meta }) => meta.image.url))).toEqual(
      new Set(['https://harborandpine.example/share/blog.png']),
    )
  })

  it('has all its pages in the sitemap, its first page in llms.txt, and 50 articles in the feed', async () => {
    const content = await siteWith(60)
    const texts = new Map(renderTextFiles(listLanguageVersions(content)).map(({ file, text }) => [file, text]))
    expect(texts.get('sitemap.xml')).toContain('<loc>https://harborandpine.example/blog/page/3</loc>')
    expect(texts.get('sitemap.xml')).not.toContain('/blog/page/4<')
    expect(texts.get('llms.txt')).toContain('(https://harborandpine.example/blog)')
    expect(texts.get('llms.txt')).not.toContain('/page/')
    expect(texts.get('blog/feed.xml')?.match(/<entry>/g)).toHaveLength(50)
  })
})

describe('PageLinks', () => {
  const labels = { pages: 'Pages', page: 'Page {n} of {m}', newer: 'Newer', older: 'Older' }
  const linksOn = (page: number, of: number) => {
    const html = renderToStaticMarkup(
      createElement(PageLinks, { pagination: { page, of, first: '/blog', words: '' }, labels }),
    )
    const [, pages = ''] = /<ol[^>]*>(.*)<\/ol>/.exec(html) ?? []
    return {
      shown: [...pages.matchAll(/>([^<]+)</g)].map(([, text]) => text).join(' '),
      current: /href="([^"]+)"[^>]* aria-current="page"/.exec(html)?.[1],
      spoken: [...pages.matchAll(/<a [^>]*aria-label="([^"]+)"|<span>([^<]+)/g)].map(([, name, text]) => name ?? text),
      newer: /rel="prev" href="([^"]+)"/.exec(html)?.[1],
      older: /rel="next" href="([^"]+)"/.exec(html)?.[1],
    }
  }

  it.each([
    [1, 42, '1 2 … 42'],
    [3, 42, '1 2 3 4 … 42'],
    [4, 42, '1 2 3 4 5 … 42'],
    [5, 42, '1 … 4 5 6 … 42'],
    [42, 42, '1 … 41 42'],
    [2, 3, '1 2 3'],
  ])('renders page %i of %i as "%s"', (page, of, shown) => {
    expect(linksOn(page, of).shown).toBe(shown)
  })

  it('names each page for screen readers, which skip the gaps', () => {
    expect(linksOn(5, 42).spoken).toEqual([1, 4, 5, 6, 42].map((page) => `Page ${page} of 42`))
  })

  it('links to the previous and next page, if any', () => {
    expect(linksOn(1, 3)).toMatchObject({ current: '/blog', newer: undefined, older: '/blog/page/2' })
    expect(linksOn(2, 3)).toMatchObject({ current: '/blog/page/2', newer: '/blog', older: '/blog/page/3' })
    expect(linksOn(3, 3)).toMatchObject({ newer: '/blog/page/2', older: undefined })
  })
})

describe('site check', () => {
  const writeNotes = (content: string, count: number, published = '2024-01-01') => {
    const text = `---\ntitle: A note\nsummary: A note.\ntag: Notes\nreadTime: 3\npublished: ${published}\nauthor: The crew\n---\n`
    for (let note = 0; note < count; note += 1) writeFileSync(path.join(content, 'blog', `note-${note}.md`), text)
  }

  it.each([
    ['accepts', 23, '2024-01-01', []],
    ['reports', 22, '2024-01-01', ['link/dead']],
    ['reports, before the new articles are published,', 23, '2931-01-01', ['link/dead']],
  ])('%s a link to page 2 of a list with %i new and two existing articles', async (_, count, published, expected) => {
    const { problems } = await harbor.check((content) => {
      writeNotes(content, count, published)
      appendFileSync(path.join(content, 'blog', 'ceilings-for-ads.md'), '\n[More](/blog/page/2)\n')
    })
    expect(problems.filter(({ rule }) => rule === 'link/dead').map(({ rule }) => rule)).toEqual(expected)
  })
})
