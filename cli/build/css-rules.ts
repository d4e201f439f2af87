import type { AtRule, Declaration, Root, Rule } from 'postcss'
import parser, { type Node as SelectorNode } from 'postcss-selector-parser'

interface Selector {
  text: string
  /** Elements, classes and text directions in the selector, in the format of `listStyleNames`. */
  names: string[]
  /** Reports whether the selector can match if only these names are present. */
  test(present: ReadonlySet<string>): boolean
}

/** A stylesheet rule, with the data that determines whether a page needs it. */
export interface StyleRule {
  rule: Rule
  selectors: Selector[]
  /** Custom properties and animations that the rule uses. */
  uses: string[]
}

/** Returns all rules of a stylesheet in source order, except keyframes. */
export function listStyleRules(root: Root): StyleRule[] {
  const rules: StyleRule[] = []
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')) return
    rules.push({
      rule,
      selectors: rule.selectors.map(readSelector),
      uses: rule.nodes.flatMap((node) => (node.type === 'decl' ? listUses(node) : [])),
    })
  })
  return rules
}

function listUses({ prop, value }: Declaration): string[] {
  return value.match(prop.startsWith('animation') ? /[\w-]+/g : /(?<=var\()--[\w-]+/g) ?? []
}

function readSelector(text: string): Selector {
  const parsed = parser().astSync(text).first
  const names: string[] = []
  parsed.walk((part) => {
    const name = nameOf(part)
    if (name) names.push(name)
  })
  return { text, names, test: (present) => canMatch(parsed, present) }
}

/**
 * Reports whether a selector can match if only these names are present. All its names must be present. For `:is()`,
 * `:where()` and `:has()`, one matching alternative is enough. Attributes other than `[dir=rtl]` always match, because
 * scripts set them.
 */
function canMatch(part: SelectorNode, present: ReadonlySet<string>): boolean {
  const name = nameOf(part)
  if (name) return present.has(name)
  if (part.type === 'pseudo')
    return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some((child) => canMatch(child, present)) : true
  return 'nodes' in part ? part.nodes.every((child) => canMatch(child, present)) : true
}

/** Elements that a page can get without their name in its HTML or scripts: from browsers, or from a booking provider. */
const IMPLICIT_ELEMENTS = ['html', 'head', 'body', 'tbody', 'iframe']

/** Returns the element (`p`), class (`.card`) or direction (`[dir=rtl]`) that a page must contain for a selector to match. */
function nameOf(part: SelectorNode): string | undefined {
  if (part.type === 'class') return `.${part.value}`
  if (part.type === 'tag') return IMPLICIT_ELEMENTS.includes(part.value) ? undefined : part.value.toLowerCase()
  return part.type === 'attribute' && part.attribute === 'dir' && part.value === 'rtl' ? '[dir=rtl]' : undefined
}
