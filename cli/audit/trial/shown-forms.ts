import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { definitionOf } from '@northshelf/site/sections/definition.ts'
import type { ClientPage, View } from '@northshelf/site/sections/view.ts'

/** A form as built pages show it. */
export interface ShownForm {
  contract: Contract
  /** What the page gives to it, by name on the wire. */
  given: Readonly<Record<string, string>>
  /** Paths of the pages that show it so. */
  pages: string[]
}

/** Every form that a visitor can meet, read from the data of the built pages: what they say is what is sent. */
export function listShownForms(siteFolder: string): ShownForm[] {
  const forms = new Map<string, ShownForm>()
  const add = (page: string, contract: Contract, given: Readonly<Record<string, string>>) => {
    // Two positions give different titles to one form.
    const key = JSON.stringify([contract, Object.keys(given)])
    const known = forms.get(key) ?? { contract, given, pages: [] }
    forms.set(key, { ...known, pages: [...new Set([...known.pages, page])] })
  }
  for (const file of readdirSync(path.join(siteFolder, 'data'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue
    const text = readFileSync(path.join(siteFolder, 'data', file), 'utf8')
    const { page } = JSON.parse(text) as { page: Omit<ClientPage, 'sections'> & { sections: View[] } }
    for (const section of page.sections)
      for (const { contract, given } of definitionOf(section.type).forms?.(section, page.site) ?? [])
        add(page.path, contract, given)
  }
  return [...forms.values()]
}
