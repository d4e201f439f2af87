import { createHash } from 'node:crypto'
import postcss, { type AtRule, type Node, type Root, type Rule } from 'postcss'
import parser, { type Node as SelectorNode } from 'postcss-selector-parser'
import { STYLE_SLOT } from '../../src/entry/render-input.ts'

export interface Styled {
  html: string
  /** `sha256-…` of the inlined styles, for the content security policy. */
  hash: string
}

/**
 * Inlines the styles of the components on a page. What stands for a component is the first word of its
 * class names (`acct` of `acct-sum`), so that all pages of a kind share their styles, whatever their
 * content: the policy names one hash a kind, not one a page. Icons are the exception: each is a component.
 */
export function createStyler(css: string) {
  const sheet = postcss.parse(css)
  const made = new Map<string, { text: string; hash: string }>()
  return (html: string): Styled => {
    const classes = [...firstPaint(html).matchAll(/ class="([^"]*)"/g)].flatMap((match) =>
      (match[1] ?? '').split(/\s+/),
    )
    const components = new Set(classes.filter(Boolean).map(componentOf))
    const key = [...components].sort().join(' ')
    let styles = made.get(key)
    if (!styles) {
      const text = keepRules(sheet, components)
      styles = { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
      made.set(key, styles)
    }
    const { text, hash } = styles
    return { html: html.replace(STYLE_SLOT, () => `<style>${text}</style>`), hash }
  }
}

/** Closed dialogs and empty notices are not part of the first paint; by the time they show, the whole stylesheet is there. */
function firstPaint(html: string): string {
  return html.replace(/<dialog[\s\S]*?<\/dialog>|<section class="notices"/g, '')
}

function componentOf(name: string): string {
  return name.startsWith('i-') ? name : (name.split('-')[0] ?? name)
}

/** The layer of the pictures is taken whole or not at all: which kinds a page has is content. */
const PICTURES = 'pictures'

/** The stylesheet without what belongs to other components. Blocks that end up empty go too. */
export function keepRules(sheet: Root, components: ReadonlySet<string>): string {
  const root = sheet.clone()
  root.walkAtRules('layer', (layer) => {
    if (layer.params === PICTURES && layer.nodes && !components.has('pic')) layer.remove()
  })
  root.walkRules((rule) => {
    if (
      isInside(
        rule,
        (block) => block.name.endsWith('keyframes') || (block.name === 'layer' && block.params === PICTURES),
      )
    )
      return
    const kept = rule.selectors.filter((selector) => canMatch(selector, components))
    if (kept.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
  for (let empty = true; empty; ) {
    empty = false
    root.walkAtRules((block) => {
      if (block.nodes?.length !== 0) return
      block.remove()
      empty = true
    })
  }
  return root.toString()
}

function isInside(rule: Rule, test: (block: AtRule) => boolean): boolean {
  let parent: Node | undefined = rule.parent
  while (parent) {
    if (parent.type === 'atrule' && test(parent as AtRule)) return true
    parent = parent.parent
  }
  return false
}

/** Whether every class that a selector needs can be there; of the alternatives in `:is()` and `:has()` one is enough. */
function canMatch(selector: string, components: ReadonlySet<string>): boolean {
  const test = (part: SelectorNode): boolean => {
    if (part.type === 'class') return components.has(componentOf(part.value))
    if (part.type === 'pseudo') return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some(test) : true
    return 'nodes' in part ? part.nodes.every(test) : true
  }
  return parser().astSync(selector).nodes.some(test)
}
