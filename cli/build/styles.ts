import { createHash } from 'node:crypto'
import postcss, { type ChildNode, type Root } from 'postcss'
import { STYLE_SLOT } from '../../src/vike/render-input.ts'
import { withoutFaces } from './fonts.ts'
import { isRival, type Ruled, readRules } from './rules.ts'
import { meet, type Names, type Selector } from './selector.ts'

/** Media that are not those of a usual first paint: in them it waits for the rest of the styles. */
const LATER = ['print', '(scripting:none)', '(forced-colors:active)']

/** The rules of one page. */
export interface PageStyles {
  /** What the first paint needs, and every rule that is for all elements. */
  inlined: string
  /** The others: closed dialogs and details, what scripts make, pointing and pressing, paper. */
  rest: string
  /** All of them, for client navigation. */
  whole: string
}

/**
 * Tells which rules are a page's own: those whose classes are in its HTML, or in what its scripts say.
 * Pages with the same classes have the same rules, which are put together once.
 */
export function createStyler(css: string) {
  const sheet = postcss.parse(css)
  const rules = readRules(sheet)
  const asked = new Set(rules.flatMap(({ selectors }) => selectors.flatMap(({ names }) => names)))
  const made = new Map<string, PageStyles>()
  /** @param said strings of its scripts: any of them may be a class */
  return (html: string, said: Iterable<string> = []): PageStyles => {
    const elements = [...new Set([...listElements(html), ...[...said].map((text) => `< ${text}`)])]
      .map((element) => element.split(/\s+/).filter((name) => name.startsWith('<') || asked.has(name)))
      .filter(({ length }) => length > 1)
    const first = listNames(firstPaint(html)).filter((name) => asked.has(name))
    const key = JSON.stringify([elements, first].map((list) => [...new Set(list.map(String))].sort()))
    const styles = made.get(key) ?? divide(sheet, rules, elements, new Set(first))
    made.set(key, styles)
    return styles
  }
}

/** Puts what the first paint needs into the document, with the policy that allows just that, and links the rest. */
export function placeStyles(html: string, inlined: string, rest: string): string {
  const hash = createHash('sha256').update(inlined).digest('base64')
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'self' 'sha256-${hash}'">`
  // For other media it is loaded at leisure; src/vike/+client.ts lets it apply.
  const link = `<link rel="stylesheet" href="${rest}" media="${LATER.join()}">`
  return html.replace(STYLE_SLOT, () => `${policy}<style>${inlined}</style>${link}`)
}

/** `<h2 card wide` for every element that has a class. */
function listElements(html: string): string[] {
  return [...html.matchAll(/(<[\w-]+)(?: [^>]*?)? class="([^"]*)"/g)].map(([, tag, names]) => `${tag} ${names}`)
}

/** The classes and attributes of all elements. */
function listNames(html: string): string[] {
  return [...html.matchAll(/ ([\w-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
    name === 'class' ? value.split(/\s+/) : [`[${name}]`, `[${name}=${value}]`],
  )
}

/** HTML without what is not to be seen before somebody opens it: dialogs, details, what a button shows. */
function firstPaint(html: string): string {
  const shown = [...html.matchAll(/ aria-expanded="false" aria-controls="([\w-]+)"/g)].map((match) => match[1])
  return html
    .replace(/<dialog[\s\S]*?<\/dialog>/g, '')
    .replace(/(<details(?![^>]*\sopen)[^>]*>[\s\S]*?<\/summary>)[\s\S]*?<\/details>/g, '$1')
    .replace(/<ul id="([\w-]+)"[^>]*>[\s\S]*?<\/ul>/g, (list, id) => (shown.includes(id) ? '' : list))
}

function divide(sheet: Root, rules: Ruled[], elements: string[][], painted: Names): PageStyles {
  const parts = elements.map((element) => new Set(element))
  const classes = new Set(elements.flat())
  // Attributes come and go.
  const all: Names = { has: (name) => name.startsWith('[') || classes.has(name) }
  const own = rules.map(({ selectors }) => selectors.filter(({ test }) => test(all)))
  const inlined = rules.map(({ media }, index) =>
    (own[index] ?? []).filter(
      ({ atRest, test }) => !media.some((one) => LATER.includes(one)) && atRest && test(painted),
    ),
  )
  const rest: Selector[][] = []
  for (const [index, { rivals }] of rules.entries()) {
    const { [index]: now = [] } = own
    // What is inlined and has to come after something of the rest comes again.
    const again = now.some((one) =>
      rivals.some((rival) => rest[rival]?.some((other) => isRival(other, one) && meet(other, one, parts))),
    )
    rest.push(again ? now : now.filter((one) => !inlined[index]?.includes(one)))
  }
  const used = listUses(rules, own)
  return {
    inlined: print(sheet, rules, inlined, used),
    rest: withoutFaces(print(sheet, rules, rest, used)),
    whole: withoutFaces(print(sheet, rules, own, used)),
  }
}

function listUses(rules: Ruled[], kept: readonly Selector[][]): Set<string> {
  return new Set(rules.flatMap(({ uses }, index) => (kept[index]?.length ? uses : [])))
}

/**
 * The sheet with the selectors that are kept of each rule, without blocks that are left empty.
 * @param used what something of the page asks for: other custom properties go
 */
function print(sheet: Root, rules: Ruled[], kept: readonly Selector[][], used: ReadonlySet<string>): string {
  const selectors = new Map(rules.map(({ rule }, index) => [rule, kept[index]?.map(({ text }) => text).join()]))
  const animations = listUses(rules, kept)
  const printNode = (node: ChildNode): string => {
    if (node.type === 'comment') return ''
    if (node.type === 'decl') return node.prop.startsWith('--') && !used.has(node.prop) ? '' : `${node};`
    if (node.type === 'rule') return wrap(selectors.get(node) ?? '', node.nodes.map(printNode).join(''))
    const head = `@${node.name} ${node.params}`.trim()
    if (node.name.endsWith('keyframes')) return animations.has(node.params) ? node.toString() : ''
    const inside = node.nodes?.map(printNode).join('') ?? ''
    // Of a layer its place among the others stays.
    return inside === '' && (!node.nodes || node.name === 'layer') ? `${head};` : wrap(head, inside)
  }
  return sheet.nodes.map(printNode).join('')
}

function wrap(head: string, inside: string): string {
  return head && inside ? `${head}{${inside.replace(/;$/, '')}}` : ''
}
