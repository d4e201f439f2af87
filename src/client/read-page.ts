import type { ClientPage, InlineData } from '../sections/view.ts'
import { readCurrentLinks } from './mark-current.ts'

/**
 * Parses a fetched document. Turns its styles into a data block, because the policy of the open document does not allow
 * style elements of other documents, and browsers would report them.
 */
export function parseDocument(html: string): Document {
  const inert = html.replace('<style>', '<script type="text/css">').replace('</style>', '</script>')
  return new DOMParser().parseFromString(inert, 'text/html')
}

/** Reads the page of a fetched document, with its styles. Returns undefined if it contains no page of the site. */
export function parsePage(html: string): InlineData | undefined {
  const document = parseDocument(html)
  const data = readPage(document)
  const styles = document.querySelector('script[type="text/css"]')?.textContent
  return data && { ...data, page: { ...data.page, styles } }
}

/**
 * Reads the page of a document: its data, the current links of its menus, and the HTML that the data omits because the
 * document already contains it. Returns undefined if the document contains no page data.
 */
export function readPage(document: Document): InlineData | undefined {
  const inline = document.getElementById('page')?.textContent
  if (!inline) return undefined
  const { build, page } = JSON.parse(inline) as InlineData
  const omitted = [...document.querySelectorAll('#main [data-html]')]
    .filter((element) => !element.parentElement?.closest('[data-html]'))
    .map((element) => element.innerHTML)
  const sections = page.sections.map((section): ClientPage['sections'][number] => {
    if (section.type === 'html') return { ...section, html: omitted.shift() ?? '' }
    return 'body' in section && section.body === '' ? { ...section, body: omitted.shift() ?? '' } : section
  })
  return { build, page: { ...page, sections, current: readCurrentLinks(document) } }
}
