import type { Html, Root } from 'mdast'
import type { VFile } from 'vfile'
import { figureClasses } from './figures.ts'
import { escapeHtml, listHtmlTokens } from './html-tags.ts'
import { walk } from './tree.ts'

/** The HTML that Markdown may contain: a selection of the elements and attributes that GitHub allows. */

const phrasing =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'
const blocks = 'aside blockquote dd details div dl dt figcaption figure hr li ol p summary ul'

export const phrasingElements: ReadonlySet<string> = new Set(phrasing.split(' '))
export const blockElements: ReadonlySet<string> = new Set(blocks.split(' '))

export function isSupportedElement(name: string): boolean {
  return phrasingElements.has(name) || blockElements.has(name)
}

/** Attributes by element. `*` lists those of every element. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['dir', 'lang'],
  a: ['href'],
  abbr: ['title'],
  bdo: ['dir'],
  blockquote: ['cite'],
  del: ['cite', 'datetime'],
  details: ['open'],
  dfn: ['title'],
  img: ['src', 'alt'],
  ins: ['cite', 'datetime'],
  ol: ['start'],
  q: ['cite'],
  time: ['datetime'],
}

/** Attributes to add to elements, so that they look and behave like those that plugins create. */
const ADDED: Readonly<Record<string, string>> = {
  aside: ' role="note"',
  figcaption: ` class="${figureClasses.caption}"`,
  figure: ` class="${figureClasses.figure}"`,
}

/** Plugin: removes unsupported HTML, all attributes that are not allowed, and comments. */
export function remarkSafeHtml() {
  return (tree: Root, file: VFile) => {
    const source = String(file)
    walk(tree, (node) => {
      if (node.type === 'html') node.value = cleanHtml(node, source)
    })
  }
}

/** Reports whether all elements in a piece of HTML are supported. */
export function isSupportedHtml(node: Html, source: string): boolean {
  return listHtmlTokens(node, source).every(({ kind, name }) => kind !== 'open' || isSupportedElement(name))
}

function cleanHtml(node: Html, source: string): string {
  if (!isSupportedHtml(node, source)) return ''
  const parts = listHtmlTokens(node, source).map(({ kind, name, attributes, text }) => {
    // Browsers would also decode some references without a semicolon.
    if (kind === 'characters') return text.replace(/&(?!#?\w+;)/g, '&amp;')
    if (kind === 'other' || !isSupportedElement(name)) return ''
    if (kind === 'close') return `</${name}>`
    const kept = attributes.filter(
      (attribute) => htmlAttributes['*']?.includes(attribute.name) || htmlAttributes[name]?.includes(attribute.name),
    )
    const written = kept.map((attribute) => ` ${attribute.name}="${escapeHtml(attribute.value)}"`)
    return `<${name}${written.join('')}${ADDED[name] ?? ''}>`
  })
  return parts.join('')
}
