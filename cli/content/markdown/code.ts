import type { ElementContent } from 'hast'
import type { Code, Root } from 'mdast'
import { walk } from './tree.ts'

/** Classes that this plugin sets. `sanitize` allows them. */
export const codeClasses = {
  keyword: 'code-keyword',
  name: 'code-name',
  value: 'code-value',
  comment: 'code-comment',
  removed: 'code-removed',
}

/**
 * Classes for the scopes of highlight.js. Code in all other scopes has the color of the text.
 * https://highlightjs.readthedocs.io/en/latest/css-classes-reference.html
 */
const scopes: Record<string, readonly string[]> = {
  [codeClasses.keyword]: ['keyword', 'name', 'selector-tag', 'template-tag'],
  [codeClasses.name]: [
    ...['attr', 'attribute', 'built_in', 'property', 'section', 'template-variable', 'title', 'type', 'variable'],
    ...['selector-attr', 'selector-class', 'selector-id', 'selector-pseudo'],
  ],
  [codeClasses.value]: ['addition', 'char', 'link', 'literal', 'number', 'regexp', 'string', 'symbol'],
  [codeClasses.comment]: ['comment', 'meta', 'quote'],
  [codeClasses.removed]: ['deletion'],
}
const classOfScope = new Map(Object.entries(scopes).flatMap(([name, list]) => list.map((scope) => [scope, name])))

/** Plugin: marks the parts of code blocks in languages that highlight.js knows. Its package is loaded on demand. */
export function remarkCode() {
  return async (tree: Root) => {
    const blocks: Code[] = []
    walk(tree, (node) => {
      if (node.type === 'code' && node.lang) blocks.push(node)
    })
    if (blocks.length === 0) return
    const { default: highlighter } = await import('@highlightjs/cdn-assets/es/highlight.min.js')
    for (const block of blocks) {
      const [language = ''] = block.lang?.split(/\s/) ?? []
      if (!highlighter.getLanguage(language)) continue
      const { value } = highlighter.highlight(block.value, { language, ignoreIllegals: true })
      block.data = { ...block.data, hChildren: parseHighlighted(`${value}\n`) }
    }
  }
}

const TOKEN = /<span class="(?:hljs-)?([^ "]+)(?: [^"]*)?">|(<\/span>)|([^<]+)/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Parses the output of highlight.js, which consists of text and `span` elements. Omits scopes without a class. */
function parseHighlighted(html: string): ElementContent[] {
  const root: ElementContent[] = []
  const open = [root]
  for (const [, scope, close, text] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (close) open.pop()
    else if (text !== undefined)
      parent.push({ type: 'text', value: text.replace(/&([#\w]+);/g, (entity, name) => ENTITIES[name] ?? entity) })
    else if (scope !== undefined) {
      const className = classOfScope.get(scope)
      const children: ElementContent[] = className ? [] : parent
      if (className) parent.push({ type: 'element', tagName: 'span', properties: { className: [className] }, children })
      open.push(children)
    }
  }
  return root
}
