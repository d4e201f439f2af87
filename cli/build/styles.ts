import { createHash } from 'node:crypto'
import postcss, { type AtRule, type Node, type Root, type Rule } from 'postcss'
import parser, { type Node as SelectorNode } from 'postcss-selector-parser'
import { STYLE_SLOT } from '../../src/vike/render-input.ts'

/** Whether a selector can match where these classes are. */
type Test = (classes: ReadonlySet<string>) => boolean

/**
 * Inlines what the first paint of a page needs, and beside it the policy that allows just that, by its hash.
 * The whole stylesheet comes with hydration, which the first touch, key or idle moment starts; without scripting
 * it is linked. So what nobody can see before stays out: print, pointing and pressing, closed dialogs.
 */
export function createStyler(css: string) {
  const sheet = postcss.parse(css)
  sheet.walkAtRules((block) => {
    if (block.name === 'media' && block.params === 'print') block.remove()
  })
  const tests = new Map<string, Test>()
  sheet.walkRules((rule) => {
    if (isInKeyframes(rule)) return
    for (const selector of rule.selectors) tests.set(selector, createTest(selector))
  })
  const made = new Map<string, string>()
  return (html: string): string => {
    const classes = new Set(
      [...firstPaint(html).matchAll(/ class="([^"]*)"/g)].flatMap((match) => (match[1] ?? '').split(/\s+/)),
    )
    const key = [...classes].sort().join(' ')
    const text = made.get(key) ?? keepRules(sheet, (selector) => tests.get(selector)?.(classes) ?? true)
    made.set(key, text)
    const hash = createHash('sha256').update(text).digest('base64')
    const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'self' 'sha256-${hash}'">`
    return html.replace(STYLE_SLOT, () => `${policy}<style>${text}</style>`)
  }
}

function firstPaint(html: string): string {
  return html.replace(/<dialog[\s\S]*?<\/dialog>|<section class="notices"/g, '')
}

/** The stylesheet without the selectors that are not wanted, and the custom properties that nothing left asks for. */
function keepRules(sheet: Root, wanted: (selector: string) => boolean): string {
  const root = sheet.clone()
  root.walkRules((rule) => {
    if (isInKeyframes(rule)) return
    const kept = rule.selectors.filter(wanted)
    if (kept.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
  // One that goes may have been the only one to ask for another.
  for (let unused = true; unused; ) {
    unused = false
    const used = new Set(root.toString().match(/(?<=var\()--[\w-]+/g))
    root.walkDecls(/^--/, (declaration) => {
      if (used.has(declaration.prop)) return
      declaration.remove()
      unused = true
    })
  }
  for (let empty = true; empty; ) {
    empty = false
    // Rules go with their last declaration, blocks with their last rule.
    root.walk((node) => {
      if ((node.type !== 'rule' && node.type !== 'atrule') || node.nodes?.length !== 0) return
      node.remove()
      empty = true
    })
  }
  return root.toString()
}

function isInKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && (parent as Node as AtRule).name.endsWith('keyframes')
}

/** Every class that a selector needs must be there; of the alternatives in `:is()` and `:has()` one is enough. */
function createTest(selector: string): Test {
  const [only] = parser().astSync(selector).nodes
  const test = (part: SelectorNode, classes: ReadonlySet<string>): boolean => {
    if (part.type === 'class') return classes.has(part.value)
    if (part.type === 'pseudo') {
      if (part.value === ':hover' || part.value === ':active') return false
      return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some((one) => test(one, classes)) : true
    }
    return 'nodes' in part ? part.nodes.every((one) => test(one, classes)) : true
  }
  return (classes) => !only || test(only, classes)
}
