import { createHash } from 'node:crypto'
import { STYLE_SLOT } from '@northshelf/site/site/render-input.ts'
import postcss, { type ChildNode, type Root } from 'postcss'
import { cutPage, oncePerText } from '../rules/page/page-parts.ts'
import { type Names, type Ruled, readRules, type Selector } from './css-rules.ts'
import { withoutFaces } from './fonts.ts'

/** Media that are not those of a usual first paint: in them it waits for the sheet. */
const LATER = ['print', '(scripting:none)', '(forced-colors:active)']

/** The rules of one page. */
export interface PageStyles {
  /** What the first paint needs, and every rule that is for all elements. */
  inlined: string
  /**
   * The page's own sheet: all its rules but those for all elements, which every document has. What is inlined is in it
   * once more, so that no rule changes its place among the others.
   */
  sheet: string
}

/**
 * Tells which rules are a page's own: those whose classes are in its HTML, or in what its scripts say.
 * Pages with the same classes have the same rules, which are put together once.
 */
export function createStyler(css: string) {
  const root = postcss.parse(css)
  const rules = readRules(root)
  const asked = new Set(rules.flatMap(({ selectors }) => selectors.flatMap(({ names }) => names)))
  const attributes = new Set([...asked].flatMap((name) => /^\[([\w-]+)/.exec(name)?.[1] ?? []))
  const telling = new RegExp(` (${['class', ...attributes].join('|')})="([^"]*)"`, 'g')
  const made = new Map<string, PageStyles>()
  const classesIn = (text: string) => text.split(/\s+/).filter((name) => asked.has(name))
  /** The classes and attributes of all elements that some rule asks for. */
  const namesOf = (html: string) => {
    const names = new Set<string>()
    for (const [, name = '', value = ''] of html.matchAll(telling)) {
      if (name === 'class') for (const one of classesIn(value)) names.add(one)
      else for (const one of [`[${name}]`, `[${name}=${value}]`]) if (asked.has(one)) names.add(one)
    }
    return names
  }
  const read = (html: string) => {
    const [own, shown] = [namesOf(html), firstPaint(html)]
    return { own, painted: shown === html ? own : namesOf(shown) }
  }
  const readAround = oncePerText(read)
  return {
    /** The classes that may be among the strings of a script. */
    classesIn: (said: Iterable<string>) => [...said].flatMap(classesIn),
    /** @param later classes that its scripts set */
    stylesOf(html: string, later: readonly string[] = []): PageStyles {
      const { head, around, main } = cutPage(html)
      const parts = [read(head), readAround(around), read(main)]
      const painted = new Set(parts.flatMap((part) => [...part.painted]))
      const own = new Set([...parts.flatMap((part) => [...part.own]), ...later])
      const key = [[...own].filter((name) => !isAttribute(name)), painted].map((names) => [...names].sort().join(' '))
      const known = made.get(key.join('\n'))
      const styles = known ?? divide(root, rules, own, painted)
      made.set(key.join('\n'), styles)
      return styles
    },
  }
}

/** Puts what the first paint needs into the document, with the policy that allows just that, and links the sheet. */
export function placeStyles(html: string, inlined: string, sheet: string): string {
  const hash = createHash('sha256').update(inlined).digest('base64')
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'self' 'sha256-${hash}'">`
  // For other media it is loaded at leisure; src/vike/+client.ts lets it apply.
  const link = `<link rel="stylesheet" href="${sheet}" media="${LATER.join()}">`
  return html.replace(STYLE_SLOT, () => `${policy}<style>${inlined}</style>${link}`)
}

const isAttribute = (name: string) => name.startsWith('[')

/** HTML without what is not to be seen before somebody opens it: dialogs, details, what a button shows. */
function firstPaint(html: string): string {
  const shown = [...html.matchAll(/ aria-expanded="false" aria-controls="([\w-]+)"/g)].map((match) => match[1])
  return html
    .replace(/<dialog[\s\S]*?<\/dialog>/g, '')
    .replace(/(<details(?![^>]*\sopen)[^>]*>[\s\S]*?<\/summary>)[\s\S]*?<\/details>/g, '$1')
    .replace(/<ul id="([\w-]+)"[^>]*>[\s\S]*?<\/ul>/g, (list, id) => (shown.includes(id) ? '' : list))
}

function divide(root: Root, rules: Ruled[], own: Names, painted: Names): PageStyles {
  // Attributes come and go.
  const ever: Names = { has: (name) => isAttribute(name) || own.has(name) }
  const all = rules.map(({ selectors }) => selectors.filter(({ test }) => test(ever)))
  const inlined = rules.map(({ media }, index) =>
    media.some((one) => LATER.includes(one))
      ? []
      : (all[index] ?? []).filter(({ atRest, test }) => atRest && test(painted)),
  )
  // The document that the sheet is applied to may be that of a page with other custom properties.
  const sheet = all.map((selectors, index) =>
    selectors.filter((one) => one.names.length > 0 || rules[index]?.defines || !inlined[index]?.includes(one)),
  )
  const used = listUses(rules, all)
  return { inlined: print(root, rules, inlined, used), sheet: withoutFaces(print(root, rules, sheet, used)) }
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
