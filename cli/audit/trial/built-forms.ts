import type { Submission } from '@northshelf/site/forms/sample-submission.ts'
import { getSectionDefinition } from '@northshelf/site/sections/definition.ts'
import type { InlineData, SectionView } from '@northshelf/site/sections/view.ts'
import { openBuiltSite } from '../built-site.ts'

/** Matches the page data in a document. The data contains no `<`. */
const PAGE_DATA = /<script id="page" type="application\/json">([^<]*)</

export interface BuiltForm extends Pick<Submission, 'contract' | 'given'> {
  /** Paths of the pages that contain the form. */
  pages: string[]
}

/** Reads the forms on the built pages from the data in their documents. */
export function listBuiltForms(siteFolder: string): BuiltForm[] {
  const forms = new Map<string, BuiltForm>()
  const site = openBuiltSite(siteFolder)
  for (const address of site.pages) {
    const text = PAGE_DATA.exec(site.html(address))?.[1]
    if (!text) continue
    const { page } = JSON.parse(text) as InlineData
    for (const section of page.sections as SectionView[])
      for (const { contract, given } of getSectionDefinition(section.type).forms?.(section, page.site) ?? []) {
        // Each job page fills in a different title in the same form, so compare only the names of these values.
        const key = JSON.stringify([contract, Object.keys(given)])
        const known = forms.get(key) ?? { contract, given, pages: [] }
        forms.set(key, { ...known, pages: [...new Set([...known.pages, page.path])] })
      }
  }
  return [...forms.values()]
}
