import type { Contract } from '../forms/contract.ts'
import { definitionOf } from './definition.ts'
import type { Label, SiteView } from './site-view.ts'
import { type ClientPage, type LiveSite, labelsEverywhere } from './view.ts'

/** What is not needed by these sections is left out, dialogs and the booking provider of other pages too. */
export function pickLiveSite(site: SiteView, sections: ClientPage['sections']): LiveSite {
  const labels = new Set<Label>(labelsEverywhere)
  const words = new Set<keyof SiteView>(['name', 'email', 'relay', 'error'])
  const dialogs: Partial<SiteView['dialogs']> = {}
  for (const section of sections) {
    if (section.type === 'html') continue
    const definition = definitionOf(section.type)
    for (const label of definition.labels ?? []) labels.add(label)
    for (const word of definition.words ?? []) words.add(word)
    if (!('name' in section)) continue
    const { form, ...said } = site.dialogs[section.name]
    dialogs[section.name] = { ...said, form: form && withoutThanks(form) }
  }
  return {
    ...Object.fromEntries([...words].map((word) => [word, site[word]])),
    dialogs,
    labels: Object.fromEntries([...labels].map((label) => [label, site.labels[label]])),
  } as LiveSite
}

/** The page that thanks is the relay's, for a form that is sent without scripting. */
function withoutThanks({ thanks: _thanks, ...form }: Contract): Contract {
  return form as Contract
}
