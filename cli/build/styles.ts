import { createHash } from 'node:crypto'
import postcss, { type AtRule } from 'postcss'
import parser, { type Node } from 'postcss-selector-parser'
import { STYLE_SLOT } from '../../src/entry/render-input.ts'

export interface Styled {
  html: string
  /** `sha256-…` of the inlined styles, for the content security policy. */
  hash: string
}

/**
 * Inlines the rules that a page can use: those whose classes all occur in its HTML. Pages with the same
 * classes share the same styles, so that there are about as many hashes as kinds of page, not as pages.
 */
export function createStyler(css: string) {
  const made = new Map<string, { text: string; hash: string }>()
  return (html: string): Styled => {
    const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap((match) => (match[1] ?? '').split(/\s+/)))
    const key = [...classes].sort().join(' ')
    let styles = made.get(key)
    if (!styles) {
      const text = keepRules(css, classes)
      styles = { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
      made.set(key, styles)
    }
    const { text, hash } = styles
    return { html: html.replace(STYLE_SLOT, () => `<style>${text}</style>`), hash }
  }
}

/** The stylesheet without rules that need a class which is not there. Blocks that end up empty go too. */
export function keepRules(css: string, classes: ReadonlySet<string>): string {
  const root = postcss.parse(css)
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')) return
    const kept = rule.selectors.filter((selector) => canMatch(selector, classes))
    if (kept.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
  root.walkAtRules((block) => {
    if (block.nodes?.length === 0) block.remove()
  })
  return root.toString()
}

/** Whether every class that a selector needs is there; of the alternatives in `:is()` one is enough. */
function canMatch(selector: string, classes: ReadonlySet<string>): boolean {
  const test = (part: Node): boolean => {
    if (part.type === 'class') return classes.has(part.value)
    if (part.type === 'pseudo') return part.value === ':is' || part.value === ':where' ? part.nodes.some(test) : true
    return 'nodes' in part ? part.nodes.every(test) : true
  }
  return parser().astSync(selector).nodes.some(test)
}
