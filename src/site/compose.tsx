import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Contract } from '../forms/contract.ts'
import { fileLabels } from '../forms/form-labels.ts'
import { listFileFields } from '../forms/kinds/file/file-fields.ts'
import { getSectionDefinition } from '../sections/definition.ts'
import { ownSectionViews } from '../sections/own-views.ts'
import { getDialog, type LabelName, type SiteView } from '../sections/site-view.ts'
import { type ClientPage, commonLabels, type LiveSite, type PageView, type SectionView } from '../sections/view.ts'
import { getLiveLoader } from './live-components.ts'
import { curveQuotes, typeset } from './typeset.ts'

interface SectionModule {
  default: ComponentType<{ view: SectionView; site: SiteView }>
  /** Transforms the view before the section is rendered. */
  prepare?: (view: SectionView, site: SiteView) => SectionView
}

const modules = import.meta.glob<SectionModule>(['../sections/*/*.tsx', '!**/*.live.tsx'])

/**
 * Renders static sections, and live sections that do not need their script, to HTML. Adjacent static sections become one
 * block. Live sections remain data.
 */
export async function composePage(view: PageView, site: SiteView): Promise<ClientPage> {
  const sections: ClientPage['sections'] = []
  const set = (html: string) => typeset(html, site.language)
  for (const [index, resolved] of view.sections.entries()) {
    const section = mapHtml(resolved, (html) => curveQuotes(html, site.language))
    const loadLive = getLiveLoader(section.type)
    if (loadLive && (getSectionDefinition(section.type).needsScript?.(section) ?? true)) {
      sections.push(mapHtml(section, set))
      continue
    }
    const load =
      (ownSectionViews as typeof modules)[section.type] ??
      modules[`../sections/${section.type}/${section.type}.tsx`] ??
      (loadLive as (typeof modules)[string] | undefined)
    if (!load) throw new Error(`Section type "${section.type}" has no component`)
    const { default: Section, prepare } = await load()
    const ready = prepare?.(section, site) ?? section
    const html = set(renderToStaticMarkup(<Section view={ready} site={site} />, { identifierPrefix: `s${index}` }))
    const last = sections.at(-1)
    if (last?.type === 'html') last.html += html
    else sections.push({ type: 'html', html })
  }
  return { sections, site: pickLiveSite(site, sections), path: view.path, title: view.title }
}

/** Returns the parts of the site that the given sections need. */
function pickLiveSite(site: SiteView, sections: ClientPage['sections']): LiveSite {
  const labels = new Set<LabelName>(commonLabels)
  const parts = new Set<keyof SiteView>(['name', 'email', 'error'])
  const dialogs: SiteView['dialogs'] = {}
  for (const section of sections) {
    if (section.type === 'html') continue
    parts.add('relay')
    const definition = getSectionDefinition(section.type)
    const forms = definition.forms?.(section, site)
    const omitted: readonly LabelName[] = forms?.every(({ contract }) => !hasFiles(contract)) ? fileLabels : []
    for (const label of definition.labels ?? []) if (!omitted.includes(label)) labels.add(label)
    for (const part of definition.siteParts ?? []) parts.add(part)
    if (!('name' in section)) continue
    dialogs[section.name] = getDialog(site, section.name)
  }
  return {
    ...Object.fromEntries([...parts].map((part) => [part, site[part]])),
    dialogs,
    labels: Object.fromEntries([...labels].map((label) => [label, site.labels[label]])),
  } as LiveSite
}

const hasFiles = (contract: Contract) => listFileFields(contract).length > 0

/** Returns a copy of the page data without the HTML, which the document already contains. */
export function omitHtml(page: ClientPage): ClientPage {
  const sections = page.sections.map((section) =>
    section.type === 'html' ? { ...section, html: '' } : mapHtml(section, () => ''),
  )
  return { ...page, sections }
}

/** Transforms the HTML of a section's Markdown (see `html` in definition.ts), if the section has any. */
function mapHtml(section: SectionView, change: (html: string) => string): SectionView {
  const { html } = getSectionDefinition(section.type)
  return html && html in section ? { ...section, [html]: change((section as { body: string })[html]) } : section
}
