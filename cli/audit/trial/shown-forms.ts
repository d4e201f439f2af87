import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Contract } from '../../../src/forms/contract.ts'
import { definitionOf } from '../../../src/sections/definition.ts'
import type { SiteView, View } from '../../../src/sections/view.ts'

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
  const [site] = readdirSync(path.join(siteFolder, 'assets')).filter((file) => /^site-\w+\.json$/.test(file))
  const words = site ? readJson<SiteView>(path.join(siteFolder, 'assets', site)) : undefined
  for (const file of readdirSync(path.join(siteFolder, 'data'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue
    const { page } = readJson<{ page: { path: string; sections: View[] } }>(path.join(siteFolder, 'data', file))
    for (const section of page.sections) {
      const shown = words && definitionOf(section.type).forms?.(section, words)
      for (const { contract, given } of shown ?? []) add(page.path, contract, given)
    }
  }
  return [...forms.values()]
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
