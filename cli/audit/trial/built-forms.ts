import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Submission } from '@northshelf/site/forms/sample-submission.ts'
import { getSectionDefinition } from '@northshelf/site/sections/definition.ts'
import type { ClientPage, SectionView } from '@northshelf/site/sections/view.ts'

export interface BuiltForm extends Pick<Submission, 'contract' | 'given'> {
  /** Paths of the pages that contain the form. */
  pages: string[]
}

/** Reads the forms on the built pages from the pages' data files. */
export function listBuiltForms(siteFolder: string): BuiltForm[] {
  const forms = new Map<string, BuiltForm>()
  for (const file of readdirSync(path.join(siteFolder, 'data'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.json')) continue
    const text = readFileSync(path.join(siteFolder, 'data', file), 'utf8')
    const { page } = JSON.parse(text) as { page: Omit<ClientPage, 'sections'> & { sections: SectionView[] } }
    for (const section of page.sections)
      for (const { contract, given } of getSectionDefinition(section.type).forms?.(section, page.site) ?? []) {
        // Dialogs omit the text of the thank-you page. Each job page fills in a different title in the same form, so
        // compare only the names of these values.
        const key = JSON.stringify([{ ...contract, thanks: undefined }, Object.keys(given)])
        const known = forms.get(key) ?? { contract, given, pages: [] }
        forms.set(key, { ...known, pages: [...new Set([...known.pages, page.path])] })
      }
  }
  return [...forms.values()]
}
