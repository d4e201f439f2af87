import { createHash } from 'node:crypto'
import type { ClientPage } from '@northshelf/site/sections/view.ts'
import { type FontFiles, STYLE_SLOT } from '@northshelf/site/site/render-input.ts'
import { createAccentStylesheet } from '@northshelf/site/theme/tokens.ts'
import postcss, { type ChildNode, type Root } from 'postcss'
import { hash } from '../cache.mjs'
import { tableClasses } from '../content/markdown/tables.ts'
import { memoizeByText } from '../content/memoize.ts'
import { splitPageHtml } from '../rules/page/shown-page.ts'
import type { ClientFiles } from './client-files.ts'
import { listStyleRules, type Selector, type SelectorNames, type StyleRule } from './css-rules.ts'

/** Media queries that do not apply to a typical first paint. Only the page's stylesheet contains their rules. */
const LATER = ['print', '(scripting:none)', '(forced-colors:active)']

export interface PageStyles {
  /** Rules for the first paint, and all rules that apply to every element. */
  inlined: string
  /**
   * The page's stylesheet: all rules that the page needs, except those that apply to every element, which are always
   * inlined. Repeats the other inlined rules, so that all rules keep their order.
   */
  sheet: string
}

/** Creates a function that adds styles to documents. */
export function createPageStyler(client: ClientFiles) {
  const styler = createStyleExtractor(client.css)
  const scriptClasses = new Map<string, string[]>()
  return (html: string, { sections }: ClientPage, accent: string | undefined) => {
    const types = [...new Set(sections.map(({ type }) => type))].sort()
    // Always include table classes, because client navigation may load text that contains tables.
    const cached = scriptClasses.get(types.join())
    const classes = cached ?? styler.classesIn([...client.stringsOf(types), ...Object.values(tableClasses)])
    scriptClasses.set(types.join(), classes)
    const { inlined, sheet } = styler.stylesOf(html, classes)
    const file = `assets/styles/${hash(sheet)}.css`
    return {
      html: insertStyles(html, inlined + createAccentStylesheet(accent), `/${file}`),
      sheet: { file, css: sheet },
    }
  }
}

/**
 * Selects the rules that a page needs: rules whose classes occur in its HTML or in its scripts' strings. Caches the
 * result for pages with the same classes.
 */
export function createStyleExtractor(css: string) {
  const root = postcss.parse(css)
  const rules = listStyleRules(root)
  const mentioned = new Set(rules.flatMap(({ selectors }) => selectors.flatMap(({ names }) => names)))
  const attributes = new Set([...mentioned].flatMap((name) => /^\[([\w-]+)/.exec(name)?.[1] ?? []))
  const attributePattern = new RegExp(` (${['class', ...attributes].join('|')})="([^"]*)"`, 'g')
  const cache = new Map<string, PageStyles>()
  const classesIn = (text: string) => text.split(/\s+/).filter((name) => mentioned.has(name))
  /** Returns the classes and attributes in the HTML that at least one rule uses. */
  const namesOf = (html: string) => {
    const names = new Set<string>()
    for (const [, name = '', value = ''] of html.matchAll(attributePattern)) {
      if (name === 'class') for (const className of classesIn(value)) names.add(className)
      else
        for (const attribute of [`[${name}]`, `[${name}=${value}]`]) if (mentioned.has(attribute)) names.add(attribute)
    }
    return names
  }
  const read = (html: string) => {
    const [own, shown] = [namesOf(html), firstPaint(html)]
    return { own, painted: shown === html ? own : namesOf(shown) }
  }
  const readAround = memoizeByText(read)
  return {
    /** Returns the classes that occur in a script's strings. */
    classesIn: (strings: Iterable<string>) => [...strings].flatMap(classesIn),
    /** Returns the styles of a page. @param later classes that the page's scripts set */
    stylesOf(html: string, later: readonly string[] = []): PageStyles {
      const { head, around, main } = splitPageHtml(html)
      const parts = [read(head), readAround(around), read(main)]
      const painted = new Set(parts.flatMap((part) => [...part.painted]))
      const own = new Set([...parts.flatMap((part) => [...part.own]), ...later])
      const key = [[...own].filter((name) => !isAttribute(name)), painted].map((names) => [...names].sort().join(' '))
      const cached = cache.get(key.join('\n'))
      const styles = cached ?? divide(root, rules, own, painted)
      cache.set(key.join('\n'), styles)
      return styles
    },
  }
}

/** Inlines the styles for the first paint, adds a policy that allows only them, and links the stylesheet. */
export function insertStyles(html: string, inlined: string, sheet: string): string {
  const digest = createHash('sha256').update(inlined).digest('base64')
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'self' 'sha256-${digest}'">`
  // The media query does not match, so the stylesheet loads with low priority; src/vike/+client.ts applies it.
  const link = `<link rel="stylesheet" href="${sheet}" media="${LATER.join()}">`
  return html.replace(STYLE_SLOT, () => `${policy}<style>${inlined}</style>${link}`)
}

export function listFonts(css: string): FontFiles {
  const all = [...css.matchAll(/url\(["']?(\/[^)"']+\.woff2)/g)].map((match) => match[1] ?? '')
  const isHeading = (font: string) => /\bbricolage\b/.test(font)
  return { heading: all.find(isHeading), others: all.filter((font) => !isHeading(font)) }
}

const isAttribute = (name: string) => name.startsWith('[')

/** Removes HTML that is hidden until a visitor opens it: dialogs, details, and lists behind a button. */
function firstPaint(html: string): string {
  const collapsed = [...html.matchAll(/ aria-expanded="false" aria-controls="([\w-]+)"/g)].map((match) => match[1])
  return html
    .replace(/<dialog[\s\S]*?<\/dialog>/g, '')
    .replace(/(<details(?![^>]*\sopen)[^>]*>[\s\S]*?<\/summary>)[\s\S]*?<\/details>/g, '$1')
    .replace(/<ul id="([\w-]+)"[^>]*>[\s\S]*?<\/ul>/g, (list, id) => (collapsed.includes(id) ? '' : list))
}

function divide(root: Root, rules: StyleRule[], own: SelectorNames, painted: SelectorNames): PageStyles {
  // Treat every attribute as present, because scripts add and remove attributes.
  const possible: SelectorNames = { has: (name) => isAttribute(name) || own.has(name) }
  const all = rules.map(({ selectors }) => selectors.filter(({ test }) => test(possible)))
  const inlined = rules.map(({ media }, index) =>
    media.some((condition) => LATER.includes(condition))
      ? []
      : (all[index] ?? []).filter(({ atRest, test }) => atRest && test(painted)),
  )
  // Keep the rules that define custom properties, because client navigation applies the stylesheet to documents that
  // inline different values for them.
  const sheet = all.map((selectors, index) =>
    selectors.filter((item) => item.names.length > 0 || rules[index]?.defines || !inlined[index]?.includes(item)),
  )
  const used = listUses(rules, all)
  // Every document already inlines the fonts. Repeating them when the stylesheet is applied, just before hydration,
  // would make the browser lay out all text again.
  const sheetText = print(root, rules, sheet, used).replace(/@font-face\s*\{[^}]*\}/g, '')
  return { inlined: print(root, rules, inlined, used), sheet: sheetText }
}

function listUses(rules: StyleRule[], kept: readonly Selector[][]): Set<string> {
  return new Set(rules.flatMap(({ uses }, index) => (kept[index]?.length ? uses : [])))
}

/** Prints the kept selectors of each rule, without empty blocks. @param used custom properties to keep */
function print(sheet: Root, rules: StyleRule[], kept: readonly Selector[][], used: ReadonlySet<string>): string {
  const selectors = new Map(rules.map(({ rule }, index) => [rule, kept[index]?.map(({ text }) => text).join()]))
  const animations = listUses(rules, kept)
  const printNode = (node: ChildNode): string => {
    if (node.type === 'comment') return ''
    if (node.type === 'decl') return node.prop.startsWith('--') && !used.has(node.prop) ? '' : `${node};`
    if (node.type === 'rule') return wrap(selectors.get(node) ?? '', node.nodes.map(printNode).join(''))
    const head = `@${node.name} ${node.params}`.trim()
    if (node.name.endsWith('keyframes')) return animations.has(node.params) ? node.toString() : ''
    const inside = node.nodes?.map(printNode).join('') ?? ''
    // Keep an empty layer, because it sets the order of layers.
    return inside === '' && (!node.nodes || node.name === 'layer') ? `${head};` : wrap(head, inside)
  }
  return sheet.nodes.map(printNode).join('')
}

function wrap(head: string, inside: string): string {
  return head && inside ? `${head}{${inside.replace(/;$/, '')}}` : ''
}
