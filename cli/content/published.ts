import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import { isFurther } from '@northshelf/site/schema/pagination.ts'

const HEADER = `# Every address that was ever published. "site build --record" adds what is new, "site check" tells what has gone.\n`

/** Addresses of pages and downloads that published.yaml does not have yet. Those on which a long list goes on come and go. */
export function listUnrecorded(text: string, content: Content): string[] {
  const known = new Set(text.split('\n').map(addressIn))
  const pages = listRoutes(content).filter(({ pagination }) => !isFurther(pagination))
  return [...pages.map(({ path }) => path), ...content.documents.map(({ url }) => url)].filter(
    (path) => !known.has(path),
  )
}

/** The text of published.yaml with more addresses, each in its place; no other line changes. */
export function recordPublished(text: string, addresses: readonly string[]): string {
  const lines = (text || HEADER).trimEnd().split('\n')
  for (const address of addresses) {
    const next = lines.findIndex((line) => (addressIn(line) ?? '') > address)
    lines.splice(next < 0 ? lines.length : next, 0, `- ${address}`)
  }
  return `${lines.join('\n')}\n`
}

function addressIn(line: string): string | undefined {
  return /^- *["']?(\/[^\s"']*)/.exec(line)?.[1]
}
