import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import { isLaterPage } from '@northshelf/site/schema/pagination.ts'
import { parseDocument } from 'yaml'
import { exitCodes, Failure } from '../diagnostics/failure.ts'

const HEADER = `# Every address ever published. "site build --record" adds new ones, "site check" reports missing ones.\n`

/** Lists the pages (only the first of a paginated list) and downloads that are missing from published.yaml. */
export function listUnrecordedAddresses(text: string, content: Content): string[] {
  const recorded = new Set(text.split('\n').map(addressIn))
  const routes = [content, ...content.translations].flatMap((version) => listRoutes(version))
  const pages = routes.filter(({ pagination }) => !isLaterPage(pagination))
  return [...pages.map(({ path }) => path), ...content.documents.map(({ url }) => url)].filter(
    (path) => !recorded.has(path),
  )
}

/**
 * Returns the text of published.yaml with addresses inserted in sorted order. Other lines do not change.
 * @throws Failure with exit code 1 if the file is not a list with one line per address
 */
export function addPublishedAddresses(text: string, addresses: readonly string[]): string {
  const lines = (text || HEADER).trimEnd().split('\n')
  for (const address of addresses) {
    const next = lines.findIndex((line) => (addressIn(line) ?? '') > address)
    lines.splice(next < 0 ? lines.length : next, 0, `- ${address}`)
  }
  const after = `${lines.join('\n')}\n`
  const document = parseDocument(after, { logLevel: 'silent' })
  const recorded: unknown = document.errors.length === 0 && document.toJS()
  const known = new Set(Array.isArray(recorded) ? recorded : [])
  if (addresses.every((address) => known.has(address))) return after
  throw new Failure(
    'published.yaml was not updated: write each address on its own line, such as "- /about". An empty file is fine, too.',
    exitCodes.problems,
  )
}

function addressIn(line: string): string | undefined {
  return /^- *["']?(\/[^\s"']*)/.exec(line)?.[1]
}
