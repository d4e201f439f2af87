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
 * A page that is alone of its kind gets the rules of its very classes instead, and costs no hash more.
 */
export function createStyler(css: string) {
  const sheet = postcss.parse(css)
  // Nobody prints before the whole stylesheet is there.
  sheet.walkAtRules('media', (block) => {
    if (block.params === 'print') block.remove()
  })
  const made = new Map<string, { text: string; hash: string }>()
  return (html: string, alone = false): Styled => {
    const classes = new Set(
      [...firstPaint(html).matchAll(/ class="([^"]*)"/g)].flatMap((match) => (match[1] ?? '').split(/\s+/)),
    )
    classes.delete('')
    const components = new Set([...classes].map(componentOf))
    const key = [...(alone ? classes : components)].sort().join(' ')
    let styles = made.get(key)
    if (!styles) {
      const text = alone ? keepExactly(sheet, classes) : keepRules(sheet, components)
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

/**
 * Layers that are taken whole or not at all, by the component that calls for them: which kinds of picture
 * a page has is content, and content makes no hash of its own.
 */
const WHOLE: Record<string, string> = { pictures: 'pic', drawings: 'draw' }
const isWhole = (block: AtRule) => block.name === 'layer' && block.params in WHOLE

/** The stylesheet without what belongs to other components. Blocks that end up empty go too. */
export function keepRules(sheet: Root, components: ReadonlySet<string>): string {
  const root = sheet.clone()
  root.walkAtRules('layer', (layer) => {
    if (isWhole(layer) && layer.nodes && !components.has(WHOLE[layer.params] ?? '')) layer.remove()
  })
  root.walkRules((rule) => {
    if (isInside(rule, (block) => block.name.endsWith('keyframes') || isWhole(block))) return
    keepSelectors(rule, (name) => components.has(componentOf(name)))
  })
  return withoutEmpty(root).toString()
}

/** The rules that can match with these classes and no others. */
function keepExactly(sheet: Root, classes: ReadonlySet<string>): string {
  const root = sheet.clone()
  root.walkRules((rule) => {
    if (!isInside(rule, (block) => block.name.endsWith('keyframes'))) keepSelectors(rule, (name) => classes.has(name))
  })
  return withoutEmpty(root).toString()
}

function keepSelectors(rule: Rule, has: (name: string) => boolean): void {
  const kept = rule.selectors.filter((selector) => canMatch(selector, has))
  if (kept.length === 0) rule.remove()
  else if (kept.length < rule.selectors.length) rule.selectors = kept
}

function withoutEmpty(root: Root): Root {
  for (let empty = true; empty; ) {
    empty = false
    root.walkAtRules((block) => {
      if (block.nodes?.length !== 0) return
      block.remove()
      empty = true
    })
  }
  return root
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
function canMatch(selector: string, has: (name: string) => boolean): boolean {
  const test = (part: SelectorNode): boolean => {
    if (part.type === 'class') return has(part.value)
    if (part.type === 'pseudo') return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some(test) : true
    return 'nodes' in part ? part.nodes.every(test) : true
  }
  return parser().astSync(selector).nodes.some(test)
}
