import type { AtRule, Declaration, Node, Root, Rule } from 'postcss'
import parser, { type Attribute, type Node as SelectorNode } from 'postcss-selector-parser'

/** Classes as they are called; attributes as `[open]` and `[type=range]`. */
export type Names = Pick<ReadonlySet<string>, 'has'>

/** One selector of a stylesheet: when it can match. */
export interface Selector {
  text: string
  /** The classes and attributes that it speaks of; of a rule for all elements none. */
  names: string[]
  /** Whether it can match where these are, and no others. */
  test(names: Names): boolean
  /** Whether it can match before anybody points at something, presses it or goes into it. */
  atRest: boolean
}

/** A rule of a stylesheet, and what decides whether a page needs it. */
export interface Ruled {
  rule: Rule
  selectors: Selector[]
  /** The conditions of the blocks that it stands in, without spaces. */
  media: string[]
  /** Custom properties and animations that it asks for. */
  uses: string[]
  /** Whether it defines custom properties. */
  defines: boolean
}

/** All rules of a sheet but those of keyframes, in their order. */
export function readRules(root: Root): Ruled[] {
  const rules: Ruled[] = []
  root.walkRules((rule) => {
    const blocks = listBlocks(rule)
    if (blocks.some(({ name }) => name.endsWith('keyframes'))) return
    rules.push({
      rule,
      selectors: rule.selectors.map(readSelector),
      uses: rule.nodes.flatMap((node) => (node.type === 'decl' ? listAsked(node) : [])),
      defines: rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--')),
      media: blocks.map(({ params }) => params.replaceAll(' ', '')),
    })
  })
  return rules
}

function listAsked({ prop, value }: Declaration): string[] {
  return value.match(prop.startsWith('animation') ? /[\w-]+/g : /(?<=var\()--[\w-]+/g) ?? []
}

/** The blocks that a rule stands in. */
function listBlocks(rule: Rule): AtRule[] {
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
    test: (known) => canMatch(parsed, known),
    // What is for all elements stays: it would have the styles of all worked out anew.
    atRest: !/:(?:hover|active)\b/.test(text) && !/\.\S*:focus(?:-within)?(?![\w-])/.test(text),
  }
}

function nameOf(node: parser.ClassName | Attribute): string {
  if (node.type === 'class') return node.value
  return node.operator === '=' ? `[${node.attribute}=${node.value}]` : `[${node.attribute}]`
}

/** Every class and attribute that a selector needs must be there; of the alternatives in `:is()` and `:has()` one is enough. */
function canMatch(part: SelectorNode, names: Names): boolean {
  if (part.type === 'class' || part.type === 'attribute') return names.has(nameOf(part))
  if (part.type === 'pseudo')
    return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some((one) => canMatch(one, names)) : true
  return 'nodes' in part ? part.nodes.every((one) => canMatch(one, names)) : true
}
