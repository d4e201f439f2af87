import type { Labels } from '@northshelf/site/entries/labels.ts'
import type { Blockquote, Paragraph, Root } from 'mdast'
import type { VFile } from 'vfile'
import { escapeHtml } from './html-tags.ts'

/** The kinds of callouts on GitHub. Each is also the name of a label in site.yaml. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
type CalloutKind = (typeof calloutKinds)[number]

/** Classes that this plugin sets. `sanitize` allows them. */
export const calloutClasses = {
  block: 'callout',
  label: 'callout-label',
  important: 'callout-important',
  warning: 'callout-warning',
  caution: 'callout-caution',
}

const MARKER = /^\[!([a-z]+)\][ \t]*(\r?\n|\r|$)/i
/** Matches a label, which is the name of its kind until `labelCallouts` replaces it. */
const LABEL = new RegExp(`(<p class="${calloutClasses.label}"><strong>)(${calloutKinds.join('|')})`, 'g')

/** Plugin: converts quotes whose first line is `[!NOTE]` or similar to callouts. Like GitHub, ignores nested quotes. */
export function remarkCallouts() {
  return (tree: Root, file: VFile) => {
    for (const block of tree.children) {
      const callout = block.type === 'blockquote' && parseCallout(block, String(file))
      if (!callout) continue
      const { kind, content } = callout
      const classes = [calloutClasses.block, ...(kind in calloutClasses ? [calloutClasses[kind as 'caution']] : [])]
      const label: Paragraph = {
        type: 'paragraph',
        data: { hProperties: { className: [calloutClasses.label] } },
        children: [{ type: 'strong', children: [{ type: 'text', value: kind }] }],
      }
      block.data = { hName: 'aside', hProperties: { className: classes, role: 'note' } }
      block.children = [label, ...content]
    }
  }
}

/** Returns the kind of a callout and its content without the marker; undefined if the quote is not a callout. */
function parseCallout({ children: [first, ...blocks] }: Blockquote, source: string) {
  const [text, ...inline] = first?.type === 'paragraph' ? first.children : []
  if (first?.type !== 'paragraph' || text?.type !== 'text' || !text.position) return undefined
  const { start, end } = text.position
  const [marker, name = '', lineBreak] = MARKER.exec(text.value) ?? []
  const kind = calloutKinds.find((known) => known === name.toLowerCase())
  // The source starts with a backslash if the marker is escaped.
  if (!kind || marker === undefined || !source.startsWith('[!', start.offset)) return undefined
  if (!lineBreak && inline.length > 0 && inline[0]?.type !== 'break') return undefined
  if (!lineBreak) inline.shift()
  const value = text.value.slice(marker.length)
  // The checks search the source between these positions, which must not include the marker.
  const skipped = `[!${name}]`.length
  const position = { start: { ...start, column: start.column + skipped, offset: (start.offset ?? 0) + skipped }, end }
  const words = value ? [{ ...text, value, position }, ...inline] : inline
  const content = words.length > 0 ? [{ ...first, children: words }, ...blocks] : blocks
  return content.length > 0 ? { kind, content } : undefined
}

/** Replaces the names of the kinds of callouts with the labels of the site. */
export function labelCallouts<T extends { html: string }>(rendered: T, labels: Labels): T {
  const html = rendered.html.replace(LABEL, (_, tags, kind: CalloutKind) => tags + escapeHtml(labels[kind]))
  return { ...rendered, html }
}
