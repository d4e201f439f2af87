import { listAddresses } from '../content/addresses.ts'
import { parseDocumentName, toDocumentAddress } from '../content/document-names.ts'
import { findSingleFile } from '../content/parsed.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { listRedirectTargets } from './redirects.ts'
import { defineRules } from './rule.ts'

/** Finds published addresses that no longer have a page or redirect. Drafts and expired pages still count as pages. */
export const vanishedAddressRules = defineRules({
  'address/vanished': {
    means: 'A page listed in published.yaml no longer exists, and its address does not redirect.',
    matters: 'Visitors from other sites, bookmarks and search results see "Page not found".',
    bad: 'content/published.yaml - /blog/old-name',
    good: 'content/published.yaml - /contact',
    fix: 'Add a redirect to redirects.yaml. If the page is gone for good, remove its line from published.yaml.',
  },
}).inFolder(({ files, documents }) => {
  const { source, data } = findSingleFile(files, 'published') ?? {}
  if (!source || !Array.isArray(data)) return []
  const moved = listRedirectTargets(files)
  const pages = new Set([...listAddresses(files).map(({ path }) => path), ...[...documents].map(toDocumentAddress)])
  const known = new Set(data)
  const unpublished = [...pages].filter((path) => !known.has(path))
  return data.flatMap((path: unknown, index) => {
    if (typeof path !== 'string' || pages.has(path) || moved.has(path)) return []
    const above = path.slice(0, path.lastIndexOf('/'))
    const to = findNearestWord(path, unpublished) ?? (pages.has(above) ? above : '/')
    return createProblemAt(source, source.range([index]), {
      ...{ rule: 'address/vanished', severity: 'warning' },
      message: `the ${parseDocumentName(path) ? 'file' : 'page'} ${path} was published but no longer exists`,
      help: `Add a redirect to redirects.yaml, such as "${path}: ${to}", or remove this line if the content is gone for good.`,
    })
  })
})
