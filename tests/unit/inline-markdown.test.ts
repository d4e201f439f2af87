import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { listLanguageVersions } from '../../cli/build/pages.ts'
import { renderTextFiles } from '../../cli/build/text-files.ts'
import { renderMarkdown } from '../../cli/content/markdown/render.ts'
import { listMarkedTexts } from '../../cli/content/schema/walk-schema.ts'
import { loadContent } from '../../cli/engine/load.ts'
import type { Content } from '../../src/collections/content.ts'
import { collections } from '../../src/collections/list.ts'
import type { Entry } from '../../src/entries/entry.ts'
import { listRoutes } from '../../src/routes.ts'
import { toPlainText } from '../../src/schema/inline-markdown.ts'
import { composePage } from '../../src/site/compose.tsx'
import { createStructuredData } from '../../src/site/meta.ts'
import { createPageView, createSiteView } from '../../src/site/views.ts'
import { Paragraphs } from '../../src/ui/inline-markdown.tsx'
import { agency } from '../agency.ts'

describe('inline Markdown', () => {
  it.each([
    'See our **new** [terms](/terms).',
    '[Call](tel:+12075550100), [write](mailto:a@example.com) or [look](https://en.wikipedia.org/wiki/Ad_(law)?a=b#c).',
    '**[Strong *and* soft](#form)**, *soft **and** strong*, [a **b** c](/d).',
    String.raw`\*Not soft\*, \[no link](/terms), \**, a \\ and a \b; [brackets \[in\] words](/a).`,
    'Five * three * two, #1, A*, a_b_c, "quotes" & 5 %.',
    '[two](/a)[links](/b), a line\nmore.\n\nAnother *paragraph*\n\n**of\nthree**.',
    'Mail me@example.com or [me@example.com](/contact).',
  ])('is rendered to the same HTML as full Markdown: %s', async (text) => {
    const html = renderToStaticMarkup(createElement(Paragraphs, { text }))
    const { html: ofMarkdown } = await renderMarkdown(text)
    expect(html.replaceAll('&quot;', '"')).toBe(
      ofMarkdown.replaceAll('</p>\n<p>', '</p><p>').replaceAll('&#x26;', '&amp;'),
    )
  })

  it('keeps unsupported marks, and marks around an empty line, as plain text', () => {
    for (const text of [
      '**a\n\nb**',
      '[a\n\nb](/c)',
      '2*3*4',
      'a * b * c',
      '[a](/b c)',
      '***a***',
      '_a_',
      '[*a](/b c)*',
    ])
      expect(toPlainText(text)).toBe(text)
  })
})

/** Returns the agency with a link in every field that supports one, and the URLs of the links. */
async function linkedContent(): Promise<{ content: Content; links: string[] }> {
  const { content } = await loadContent(agency)
  if (!content) throw new Error('the content has errors')
  const links: string[] = []
  for (const { name, schema } of collections)
    for (const entry of content[name as 'faqs'] as Entry[])
      for (const { path } of listMarkedTexts(schema, entry, 'inlineMarkdown')) {
        const link = `/mark-${links.length + 1}`
        const last = path.pop() as string
        const parent = path.reduce((value, step) => value[step] as Entry, entry)
        parent[last] = `**Words** \\*of [the *link*](${link}).`
        links.push(link)
      }
  return { content, links }
}

it('every field that supports inline Markdown renders it, and plain-text output contains no markup', async () => {
  const { content, links } = await linkedContent()
  const site = createSiteView(content)
  const routes = listRoutes(content)
  const pages = await Promise.all(routes.map((route) => composePage(createPageView(route, content), site)))
  const sections = pages.flatMap((page) => page.sections)
  const html = sections.flatMap((section) => (section.type === 'html' ? section.html : [])).join('\n')
  expect(links.length).toBeGreaterThan(200)
  const others = sections.filter(({ type }) => type !== 'html')
  // Forms are rendered in the browser, too, so their data contains HTML.
  const rendered = html + JSON.stringify(others).replaceAll('\\"', '"')
  expect(
    links.filter((link) => !rendered.includes(`<strong>Words</strong> *of <a href="${link}">the <em>link</em></a>.`)),
  ).toEqual([])
  const texts = [
    others,
    routes.map((route) => createStructuredData(route, content)),
    renderTextFiles(listLanguageVersions(content)),
  ]
  expect(JSON.stringify(texts)).toContain('"text":"Words *of the link."')
  expect(html + JSON.stringify(texts)).not.toMatch(/\*\*Words|\]\(\/mark/)
})
