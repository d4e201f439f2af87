import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { getSectionDefinition } from '../sections/definition.ts'
import { getLiveLoader } from '../sections/live.ts'
import { pickLiveSite } from '../sections/live-site.ts'
import { ownSectionViews } from '../sections/own-views.ts'
import type { SiteView } from '../sections/site-view.ts'
import type { ClientPage, HtmlBlock, PageView, SectionView } from '../sections/view.ts'
import { typeset } from './typeset.ts'

interface SectionModule {
  default: ComponentType<{ view: SectionView; site: SiteView }>
  /** Transforms the view before the section is rendered. */
  prepare?: (view: SectionView, site: SiteView) => SectionView
}

const modules = import.meta.glob<SectionModule>(['../sections/*/*.tsx', '!**/*.live.tsx'])

/** Renders static sections to HTML. Adjacent static sections become one block. Live sections remain data. */
export async function composePage(view: PageView, site: SiteView): Promise<ClientPage> {
  const sections: ClientPage['sections'] = []
  for (const [index, section] of view.sections.entries()) {
    if (getLiveLoader(section.type)) {
      sections.push(mapHtml(section, typeset))
      continue
    }
    const load =
      (ownSectionViews as typeof modules)[section.type] ?? modules[`../sections/${section.type}/${section.type}.tsx`]
    if (!load) throw new Error(`Section type "${section.type}" has no component`)
    const { default: Section, prepare } = await load()
    const ready = prepare?.(section, site) ?? section
    const html = typeset(renderToStaticMarkup(<Section view={ready} site={site} />, { identifierPrefix: `s${index}` }))
    const last = sections.at(-1)
    if (last?.type === 'html') last.html += html
    else sections.push({ type: 'html', html })
  }
  return { sections, site: pickLiveSite(site, sections), path: view.path, title: view.title }
}

/** Returns a copy of the page data without the HTML, which the document already contains. */
export function omitHtml(page: ClientPage): ClientPage {
  const empty: HtmlBlock = { type: 'html', html: '' }
  return {
    ...page,
    sections: page.sections.map((section) => (section.type === 'html' ? empty : mapHtml(section, () => ''))),
  }
}

/** Transforms the rendered HTML in a live section (see `html` in definition.ts), if the section has any. */
function mapHtml(section: SectionView, change: (html: string) => string): SectionView {
  const { html } = getSectionDefinition(section.type)
  return html && html in section ? { ...section, [html]: change((section as { body: string })[html]) } : section
}
