import { createHash } from 'node:crypto'
import { createPortraitStylesheet } from '@northshelf/site/drawings/portrait/theme-styles.ts'
import type { SiteView } from '@northshelf/site/sections/site-view.ts'
import type { ClientPage, PageView } from '@northshelf/site/sections/view.ts'
import { listStyleNames, STYLE_SLOT } from '@northshelf/site/site/render-input.ts'
import {
  createThemeStylesheet,
  listFontFiles,
  omitUnusedFontFaces,
  selectFontFaces,
} from '@northshelf/site/theme/theme.ts'
import postcss, { type AtRule, type ChildNode, type Declaration, type Root, type Rule } from 'postcss'
import parser, { type Node as SelectorNode } from 'postcss-selector-parser'
import { memoizeByText } from '../content/memoize.ts'
import { splitPageHtml } from '../rules/page/shown-page.ts'
import type { ClientFiles } from './client-files.ts'
import { omitUnusedFonts } from './select-fonts.ts'

type ThemedSite = Pick<SiteView, 'theme' | 'accent'>

/** Creates a function that adds the styles that a page needs to its document. */
export function createStyleInliner(client: ClientFiles) {
  const prepareStyles = memoizeByText((look) => {
    const { theme, accent }: ThemedSite = JSON.parse(look)
    const styler = createStyleSelector(selectFontFaces(client.css, theme))
    const themeStyles = createThemeStylesheet(theme, accent)
    const portraitStyles = createPortraitStylesheet(theme, accent)
    return { styler, themeStyles, portraitStyles, fonts: listFontFiles(client.css, theme) }
  })
  const scriptNames = new Map<string, string[]>()
  return (html: string, { sections }: ClientPage, { loadedNames }: PageView, { theme, accent }: ThemedSite) => {
    const { styler, themeStyles, portraitStyles, fonts } = prepareStyles(JSON.stringify({ theme, accent }))
    // A page's data contains its forms. Dialogs that show other pages can also show their forms.
    const data = html.slice(html.lastIndexOf('<script id="page"'))
    // Only forms with steps load the script with the button that goes back.
    const guide = loadedNames || data.includes('"steps":true') ? ['form-guide'] : []
    const types = [...new Set(sections.map(({ type }) => type)), ...guide].sort()
    const fieldTypes = client.fieldTypes.filter((type) => loadedNames || data.includes(`"kind":"${type}"`))
    const key = [types, fieldTypes].join()
    const names = scriptNames.get(key) ?? styler.namesIn(client.wordsOf(types, fieldTypes))
    scriptNames.set(key, names)
    const selected = styler.stylesOf(html, [...names, ...(loadedNames ?? [])])
    const ownStyles = selected.includes('.face{') ? themeStyles + portraitStyles : themeStyles
    const styles = ownStyles + omitUnusedFontFaces(selected, html)
    return insertStyles(omitUnusedFonts(html, styles, fonts), styles)
  }
}

/** Selects the rules that a page needs: those whose names occur in its HTML or in its scripts' strings. */
export function createStyleSelector(css: string) {
  const root = postcss.parse(css)
  const rules = listStyleRules(root)
  const known = new Set(rules.flatMap(({ selectors }) => selectors.flatMap(({ names }) => names)))
  const cache = new Map<string, string>()
  const namesAround = memoizeByText(listStyleNames)
  return {
    /** Returns the names of the classes and elements that occur among the words of a script. */
    namesIn: (words: Iterable<string>) =>
      [...words].flatMap((word) => [word.toLowerCase(), `.${word}`]).filter((name) => known.has(name)),
    /** Returns the styles of a page. @param later names of classes and elements that the page's scripts add */
    stylesOf(html: string, later: readonly string[] = []): string {
      const { head, around, main } = splitPageHtml(html)
      const present = new Set([...listStyleNames(head), ...namesAround(around), ...listStyleNames(main), ...later])
      const own = [...known].filter((name) => present.has(name))
      const key = own.join(' ')
      const styles = cache.get(key) ?? formatRules(root, rules, new Set(own))
      cache.set(key, styles)
      return styles
    },
  }
}

/** Inlines styles, adds a policy that allows no other inline styles, and links the stylesheet, if one is given. */
export function insertStyles(html: string, inlined: string, sheet?: string): string {
  const digest = createHash('sha256').update(inlined).digest('base64')
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'self' 'sha256-${digest}'">`
  const link = sheet ? `<link rel="stylesheet" href="${sheet}">` : ''
  return html.replace(STYLE_SLOT, () => `${policy}<style>${inlined}</style>${link}`)
}

/** Prints the rules that can match if only these names are present. Omits unused custom properties and animations. */
function formatRules(sheet: Root, rules: StyleRule[], own: ReadonlySet<string>): string {
  const kept = rules.map(({ selectors }) => selectors.filter(({ test }) => test(own)).map(({ text }) => text))
  const selectors = new Map(rules.map(({ rule }, index) => [rule, kept[index]?.join()]))
  const used = new Set(rules.flatMap(({ uses }, index) => (kept[index]?.length ? uses : [])))
  const printNode = (node: ChildNode): string => {
    if (node.type === 'comment') return ''
    if (node.type === 'decl') return node.prop.startsWith('--') && !used.has(node.prop) ? '' : `${node};`
    if (node.type === 'rule') return wrap(selectors.get(node) ?? '', node.nodes.map(printNode).join(''))
    const head = `@${node.name} ${node.params}`.trim()
    if (node.name.endsWith('keyframes')) return used.has(node.params) ? node.toString() : ''
    const inside = node.nodes?.map(printNode).join('') ?? ''
    // Keep an empty layer, because it sets the order of layers.
    return inside === '' && (!node.nodes || node.name === 'layer') ? `${head};` : wrap(head, inside)
  }
  return sheet.nodes.map(printNode).join('')
}

function wrap(head: string, inside: string): string {
  return head && inside ? `${head}{${inside.replace(/;$/, '')}}` : ''
}

interface Selector {
  text: string
  /** Elements, classes and text directions in the selector, in the format of `listStyleNames`. */
  names: string[]
  /** Reports whether the selector can match if only these names are present. */
  test(present: ReadonlySet<string>): boolean
}

/** A stylesheet rule, with the data that determines whether a page needs it. */
interface StyleRule {
  rule: Rule
  selectors: Selector[]
  /** Custom properties and animations that the rule uses. */
  uses: string[]
}

/** Returns all rules of a stylesheet in source order, except keyframes. */
function listStyleRules(root: Root): StyleRule[] {
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
