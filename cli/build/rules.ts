import type { AtRule, Declaration, Node, Root, Rule } from 'postcss'
import { readSelector, type Selector } from './selector.ts'

/** A rule of a stylesheet, and what decides whether a page needs it. */
export interface Ruled {
  rule: Rule
  selectors: Selector[]
  /** The conditions of the blocks that it stands in, without spaces. */
  media: string[]
  /** Custom properties and animations that it asks for. */
  uses: string[]
  /** Earlier rules that it outweighs by its place alone, where both match. */
  rivals: number[]
}

/** All rules of a sheet but those of keyframes, in their order. */
export function readRules(sheet: Root): Ruled[] {
  const rules = listRules(sheet)
  const selectors = rules.map((rule) => rule.selectors.map(readSelector))
  const families = rules.map(listFamilies)
  const layers = rules.map((rule) => listBlocks(rule).find(({ name }) => name === 'layer')?.params)
  return rules.map((rule, index) => ({
    selectors: selectors[index] ?? [],
    rule,
    uses: rule.nodes.flatMap((node) => (node.type === 'decl' ? listAsked(node) : [])),
    media: listBlocks(rule).map(({ params }) => params.replaceAll(' ', '')),
    rivals: rules.flatMap((_, earlier) => {
      if (earlier >= index || layers[earlier] !== layers[index]) return []
      if (!families[earlier]?.some((family) => families[index]?.includes(family))) return []
      return selectors[earlier]?.some((one) => selectors[index]?.some((other) => isRival(one, other))) ? [earlier] : []
    }),
  }))
}

function listAsked({ prop, value }: Declaration): string[] {
  return value.match(prop.startsWith('animation') ? /[\w-]+/g : /(?<=var\()--[\w-]+/g) ?? []
}

/** The later one of two with the same weight wins. */
export function isRival(a: Selector, b: Selector): boolean {
  return a.specificity === b.specificity && (!a.tag || !b.tag || a.tag === b.tag)
}

function listRules(root: Root): Rule[] {
  const rules: Rule[] = []
  root.walkRules((rule) => {
    if (!listBlocks(rule).some(({ name }) => name.endsWith('keyframes'))) rules.push(rule)
  })
  return rules
}

/** The blocks that a rule stands in. */
function listBlocks(rule: Rule): AtRule[] {
  const blocks: AtRule[] = []
  for (let node: Node | undefined = rule.parent; node; node = node.parent)
    if (node.type === 'atrule') blocks.push(node as AtRule)
  return blocks
}

/** Properties that are not set by a shorthand of their own first word. */
const FAMILIES: Record<string, string> = {
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  line: 'font',
  place: 'align',
  justify: 'align',
  row: 'gap',
  column: 'gap',
}

/** What a rule sets; `margin-block-start` and `margin` are of one family. */
function listFamilies(rule: Rule): string[] {
  return rule.nodes.flatMap((node) => {
    if (node.type !== 'decl') return []
    if (node.prop.startsWith('--')) return [node.prop]
    const [first = ''] = node.prop.replace(/^-\w+-/, '').split('-')
    return [FAMILIES[first] ?? first]
  })
}
