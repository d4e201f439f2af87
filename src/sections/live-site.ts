import type { Contract } from '../forms/contract.ts'
import { getSectionDefinition } from './definition.ts'
import type { LabelName, SiteView } from './site-view.ts'
import { type ClientPage, commonLabels, type LiveSite } from './view.ts'

/** Returns the parts of the site that the given sections need. */
export function pickLiveSite(site: SiteView, sections: ClientPage['sections']): LiveSite {
  const labels = new Set<LabelName>(commonLabels)
  const parts = new Set<keyof SiteView>(['name', 'email', 'relay', 'error'])
  const dialogs: Partial<SiteView['dialogs']> = {}
  for (const section of sections) {
    if (section.type === 'html') continue
    const definition = getSectionDefinition(section.type)
    for (const label of definition.labels ?? []) labels.add(label)
    for (const part of definition.siteParts ?? []) parts.add(part)
    if (!('name' in section)) continue
    const { form, ...text } = site.dialogs[section.name]
    dialogs[section.name] = { ...text, form: form && withoutThanks(form) }
  }
  return {
    ...Object.fromEntries([...parts].map((part) => [part, site[part]])),
    dialogs,
    labels: Object.fromEntries([...labels].map((label) => [label, site.labels[label]])),
  } as LiveSite
}

/** Removes the text of the thank-you page, which only the relay shows (after a submission without JavaScript). */
function withoutThanks({ thanks: _thanks, ...form }: Contract): Contract {
  return form as Contract
}
