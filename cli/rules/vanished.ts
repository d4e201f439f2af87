import { listAddresses } from '../content/addresses.ts'
import { documentAddress, documentName } from '../content/document-names.ts'
import { findSingle } from '../content/parsed.ts'
import { nearest } from '../diagnostics/nearest.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { listMoved } from './redirects.ts'
import { defineRules } from './rule.ts'

/** Finds published addresses that no longer have a page or redirect. Drafts and expired pages still count as pages. */
export const vanishedRules = defineRules({
  'address/vanished': {
    means: 'A page listed in published.yaml no longer exists, and its address does not redirect.',
    matters: 'Links from other sites, bookmarks and search results end at "Page not found".',
    bad: 'content/published.yaml - /blog/old-name',
    good: 'content/published.yaml - /contact',
    fix: 'Add a redirect to redirects.yaml. If the page is gone for good, remove its line from published.yaml.',
  },
}).inFolder(({ files, documents }) => {
  const { source, data } = findSingle(files, 'published') ?? {}
  if (!source || !Array.isArray(data)) return []
  const moved = listMoved(files)
  const pages = new Set([...listAddresses(files).map(({ path }) => path), ...[...documents].map(documentAddress)])
  const known = new Set(data)
  const unpublished = [...pages].filter((path) => !known.has(path))
  return data.flatMap((path: unknown, index) => {
    if (typeof path !== 'string' || pages.has(path) || moved.has(path)) return []
    const above = path.slice(0, path.lastIndexOf('/'))
    const to = nearest(path, unpublished) ?? (pages.has(above) ? above : '/')
    return problemAt(source, source.range([index]), {
      ...{ rule: 'address/vanished', severity: 'warning' },
      message: `the ${documentName(path) ? 'file' : 'page'} ${path} was published but no longer exists`,
      help: `Add a redirect to redirects.yaml, such as "${path}: ${to}", or remove this line if it is gone for good.`,
    })
  })
})
