import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { live } from '../sections/live.ts'
import { pickLiveSite } from '../sections/live-site.ts'
import { registry } from '../sections/registry.ts'
import type { ClientPage, HtmlBlock, LiveType, PageView, SiteView, View, ViewOf } from '../sections/view.ts'
import { drawFigures } from './draw-figures.tsx'
import { typeset } from './typeset.ts'

/** Renders sections without behaviour into HTML; neighbours become one block. Live ones stay data. */
export async function composePage(view: PageView, site: SiteView): Promise<ClientPage> {
  const sections: ClientPage['sections'] = []
  for (const [index, section] of view.sections.entries()) {
    if (isLive(section)) {
      sections.push(section.type === 'job' ? { ...section, body: typeset(section.body) } : section)
      continue
    }
    const Section = (await registry[section.type]()).default as ComponentType<{ view: View; site: SiteView }>
    const ready = section.type === 'article' ? drawFigures(section, site) : section
    const html = typeset(renderToStaticMarkup(<Section view={ready} site={site} />, { identifierPrefix: `s${index}` }))
    const last = sections.at(-1)
    if (last?.type === 'html') last.html += html
    else sections.push({ type: 'html', html })
  }
  return { sections, site: pickLiveSite(site, sections), path: view.path, title: view.title }
}

function isLive(section: View): section is ViewOf<LiveType> {
  return section.type in live
}

/** The page as its own document carries it: what stands in its HTML is not sent twice. */
export function withoutHtml(page: ClientPage): ClientPage {
  const empty: HtmlBlock = { type: 'html', html: '' }
  return {
    ...page,
    sections: page.sections.map((section) => {
      if (section.type === 'html') return empty
      return section.type === 'job' ? { ...section, body: '' } : section
    }),
  }
}
