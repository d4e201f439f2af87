import type { AtRule, Declaration, Root, Rule } from 'postcss'
import parser, { type Node as SelectorNode } from 'postcss-selector-parser'

interface Selector {
  text: string
  /** Class names in the selector; empty if it applies to all elements. */
  classes: string[]
  /** Reports whether the selector can match if only these classes are present. */
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
  const classes: string[] = []
  parsed.walkClasses(({ value }) => {
    classes.push(value)
  })
  return { text, classes, test: (present) => canMatch(parsed, present) }
}

/**
 * Reports whether a selector can match if only these classes are present. All its classes must be present. For `:is()`,
 * `:where()` and `:has()`, one matching alternative is enough. Attributes always match, because scripts set them.
 */
function canMatch(part: SelectorNode, present: ReadonlySet<string>): boolean {
  if (part.type === 'class') return present.has(part.value)
  if (part.type === 'pseudo')
    return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some((child) => canMatch(child, present)) : true
  return 'nodes' in part ? part.nodes.every((child) => canMatch(child, present)) : true
}
