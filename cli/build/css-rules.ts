import type { AtRule, Declaration, Node, Root, Rule } from 'postcss'
import parser, { type Attribute, type Node as SelectorNode } from 'postcss-selector-parser'

/** Class names, and attributes such as `[open]` and `[type=range]`. */
export type SelectorNames = Pick<ReadonlySet<string>, 'has'>

export interface Selector {
  text: string
  /** Classes and attributes in the selector; empty if it applies to all elements. */
  names: string[]
  /** Reports whether the selector can match if only these names are present. */
  test(names: SelectorNames): boolean
  /** Whether the selector can match an element that is not hovered, pressed or focused. */
  atRest: boolean
}

/** A stylesheet rule, with the data that determines whether a page needs it. */
export interface StyleRule {
  rule: Rule
  selectors: Selector[]
  /** Conditions of the enclosing at-rules, without spaces. */
  media: string[]
  /** Custom properties and animations that the rule uses. */
  uses: string[]
  /** Whether the rule defines custom properties. */
  defines: boolean
}

/** Returns all rules of a stylesheet in source order, except keyframes. */
export function listStyleRules(root: Root): StyleRule[] {
  const rules: StyleRule[] = []
  root.walkRules((rule) => {
    const blocks = listEnclosingAtRules(rule)
    if (blocks.some(({ name }) => name.endsWith('keyframes'))) return
    rules.push({
      rule,
      selectors: rule.selectors.map(readSelector),
      uses: rule.nodes.flatMap((node) => (node.type === 'decl' ? listUses(node) : [])),
      defines: rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--')),
      media: blocks.map(({ params }) => params.replaceAll(' ', '')),
    })
  })
  return rules
}

function listUses({ prop, value }: Declaration): string[] {
  return value.match(prop.startsWith('animation') ? /[\w-]+/g : /(?<=var\()--[\w-]+/g) ?? []
}

function listEnclosingAtRules(rule: Rule): AtRule[] {
  const blocks: AtRule[] = []
  for (let node: Node | undefined = rule.parent; node; node = node.parent)
    if (node.type === 'atrule') blocks.push(node as AtRule)
  return blocks
}

function readSelector(text: string): Selector {
  const parsed = parser().astSync(text).first
  const names: string[] = []
  parsed.walk((node) => {
    if (node.type === 'class' || node.type === 'attribute') names.push(nameOf(node))
  })
  return {
    text,
    names,
    test: (present) => canMatch(parsed, present),
    // Treat focus rules that apply to all elements as matching at rest. Adding them later would make the browser
    // restyle every element.
    atRest: !/:(?:hover|active)\b/.test(text) && !/\.\S*:focus(?:-within)?(?![\w-])/.test(text),
  }
}

function nameOf(node: parser.ClassName | Attribute): string {
  if (node.type === 'class') return node.value
  return node.operator === '=' ? `[${node.attribute}=${node.value}]` : `[${node.attribute}]`
}

/**
 * Reports whether a selector can match, given the names that are present. All its classes and attributes must be
 * present. For `:is()`, `:where()` and `:has()`, one matching alternative is enough.
 */
function canMatch(part: SelectorNode, names: SelectorNames): boolean {
  if (part.type === 'class' || part.type === 'attribute') return names.has(nameOf(part))
  if (part.type === 'pseudo')
    return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some((child) => canMatch(child, names)) : true
  return 'nodes' in part ? part.nodes.every((child) => canMatch(child, names)) : true
}
