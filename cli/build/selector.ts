import parser, { type Attribute, type Node, type Selector as Parsed } from 'postcss-selector-parser'

/** Classes as they are called; attributes as `[open]` and `[type=range]`. */
export type Names = Pick<ReadonlySet<string>, 'has'>

/** One selector of a stylesheet: when it can match, and how it ranks among those that match as well. */
export interface Selector {
  text: string
  /** The classes and attributes that it speaks of. */
  names: string[]
  /** Whether it can match where these are, and no others. */
  test(names: Names): boolean
  /** Whether it can match before anybody points at something, presses it or goes into it. */
  atRest: boolean
  /** Counts of ids, classes and tags, as one number. */
  specificity: number
  /** What it says of the very element that it matches. */
  tag: string | undefined
  classes: string[]
}

export function readSelector(text: string): Selector {
  const parsed = parser().astSync(text).first
  const own = parsed.nodes.slice(parsed.nodes.findLastIndex(({ type }) => type === 'combinator') + 1)
  const names: string[] = []
  parsed.walk((node) => {
    if (node.type === 'class' || node.type === 'attribute') names.push(nameOf(node))
  })
  return {
    text,
    names,
    test: (names) => canMatch(parsed, names),
    // What is for all elements stays: it would have the styles of all worked out anew.
    atRest: !/:(?:hover|active)\b/.test(text) && !/\.\S*:focus(?:-within)?(?![\w-])/.test(text),
    specificity: specificityOf(parsed),
    tag: own.find(({ type }) => type === 'tag')?.value,
    classes: own.filter(({ type }) => type === 'class').map(({ value = '' }) => value),
  }
}

function nameOf(node: parser.ClassName | Attribute): string {
  if (node.type === 'class') return node.value
  return node.operator === '=' ? `[${node.attribute}=${node.value}]` : `[${node.attribute}]`
}

/** Every class and attribute that a selector needs must be there; of the alternatives in `:is()` and `:has()` one is enough. */
function canMatch(part: Node, names: Names): boolean {
  if (part.type === 'class' || part.type === 'attribute') return names.has(nameOf(part))
  if (part.type === 'pseudo')
    return [':is', ':where', ':has'].includes(part.value) ? part.nodes.some((one) => canMatch(one, names)) : true
  return 'nodes' in part ? part.nodes.every((one) => canMatch(one, names)) : true
}

/** https://www.w3.org/TR/selectors-4/#specificity-rules */
function specificityOf(part: Parsed | Node): number {
  if (part.type === 'id') return 10_000
  if (part.type === 'class' || part.type === 'attribute') return 100
  if (part.type === 'tag') return 1
  if (part.type === 'pseudo') {
    if (part.value === ':where') return 0
    const inside = Math.max(0, ...part.nodes.map(specificityOf))
    if ([':is', ':has', ':not'].includes(part.value)) return inside
    return inside + (/^::|^:(?:before|after|first-letter)$/.test(part.value) ? 1 : 100)
  }
  return 'nodes' in part ? part.nodes.reduce((sum: number, one) => sum + specificityOf(one), 0) : 0
}

/**
 * Whether one element can be what both match.
 * @param elements of each its tag as `<h2`, or `<` where it is not known, and its classes
 */
export function meet(a: Selector, b: Selector, elements: readonly Names[]): boolean {
  if (a.tag && b.tag && a.tag !== b.tag) return false
  const classes = [...a.classes, ...b.classes]
  if (classes.length === 0) return true
  const tag = a.tag ?? b.tag
  return elements.some(
    (element) => classes.every((name) => element.has(name)) && (!tag || element.has(`<${tag}`) || element.has('<')),
  )
}
