import type { Html, Nodes, Root } from 'mdast'
import type { MarkdownLink, MarkupProblem } from './analysis.ts'
import { isInlineOnly, onlyChildren, requiredParents, voidElements } from './html-nesting.ts'
import { type HtmlToken, listHtmlTokens } from './html-tags.ts'
import { blockElements, htmlAttributes, isSupportedElement } from './safe-html.ts'

interface OpenElement {
  tag: HtmlToken
  /** Whether the element has content other than spaces. */
  isFilled: boolean
  isReported: boolean
}

interface HtmlAnalysis {
  problems: MarkupProblem[]
  links: MarkdownLink[]
  /** Text in blocks of HTML, whose Markdown is not parsed. */
  texts: HtmlToken[]
}

/** Markdown or HTML to suggest instead of unsupported elements. */
const replacements: Readonly<Record<string, string>> = {
  big: '**words**',
  center: '<div>',
  h1: '## Heading',
  h2: '## Heading',
  h3: '### Heading',
  h4: '#### Heading',
  h5: '##### Heading',
  h6: '###### Heading',
  iframe: 'a link to the page',
  pre: 'a code block between lines of ```',
  strike: '~~words~~',
  table: 'a Markdown table',
  tt: '`code`',
  video: 'a link to the video',
}

/** Markdown nodes that contain blocks. */
const CONTAINERS = new Set<Nodes['type']>(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/**
 * Checks the HTML in Markdown: only safe elements and attributes, closed in the paragraph, quote or list item that
 * opened them, and nested so that the page is valid. Pages show Markdown between two blocks of HTML inside the element.
 */
export function analyzeHtml(tree: Root, source: string): HtmlAnalysis {
  const found: HtmlAnalysis = { problems: [], links: [], texts: [] }
  const stack: OpenElement[] = []
  const report = (token: { start: number; end: number }, message: string, help: string, fix?: MarkupProblem['fix']) =>
    found.problems.push({ kind: 'html', start: token.start, end: token.end, message, help, ...(fix && { fix }) })

  const closeTag = (token: HtmlToken, from: number) => {
    // The opening tag of an unsupported element has been reported.
    if (voidElements.has(token.name) || !isSupportedElement(token.name)) return
    const index = stack.findLastIndex(({ tag }, at) => at >= from && tag.name === token.name)
    if (index < 0) {
      const help = 'Remove it, or open the element in the same paragraph, quote or list item.'
      return report(token, `no <${token.name}> is open here`, help)
    }
    reportUnclosed(index + 1)
    const [element] = stack.splice(index)
    if (token.name === 'details' && element && !element.isFilled) report(element.tag, ...NO_SUMMARY)
  }
  const reportUnclosed = (from: number) => {
    for (const { tag, isReported } of stack.splice(from)) {
      if (isReported) continue
      const help = `Write </${tag.name}> in the same paragraph, quote or list item.`
      report(tag, `<${tag.name}> is never closed`, help)
    }
  }
  /** Notes that the innermost element contains something. */
  const fill = (token: { start: number; end: number }, name?: string) => {
    const outer = stack.at(-1)
    if (!outer) return
    const { tag } = outer
    if (tag.name === 'details' && !outer.isFilled && name !== 'summary') {
      report(tag, ...NO_SUMMARY)
    } else if (onlyChildren[tag.name] && !(name && onlyChildren[tag.name]?.includes(name))) {
      const allowed = onlyChildren[tag.name]?.map((child) => `<${child}>`).join(' and ')
      if (!outer.isReported) report(token, `<${tag.name}> may only contain ${allowed}`, 'Write it as a Markdown list.')
      outer.isReported = true
    }
    outer.isFilled = true
  }
  const openTag = (token: HtmlToken, isInline: boolean, isInLink: boolean): boolean => {
    const { name } = token
    if (!isSupportedElement(name)) {
      const help = `Write ${replacements[name] ?? 'it as Markdown'}. To show a <, write \\<.`
      report(token, `<${name}> is not supported: it is removed from the page`, help)
      return false
    }
    const parents = requiredParents[name]
    const outer = stack.at(-1)
    if (parents && !parents.includes(outer?.tag.name ?? '')) {
      const where = parents.map((element) => `<${element}>`).join(' or ')
      report(token, `<${name}> must be directly inside ${where}`, `Put it into ${where}, or remove it.`)
    } else if (blockElements.has(name) && (isInline || stack.some(({ tag }) => isInlineOnly(tag.name)))) {
      report(token, `<${name}> cannot be inside a paragraph`, 'Put it on its own line, after an empty line.')
    } else if (name === 'a' && (isInLink || stack.some(({ tag }) => tag.name === 'a'))) {
      report(token, 'a link cannot be inside another link', 'Close the first link before this one.')
    }
    fill(token, name)
    checkAttributes(token)
    if (!voidElements.has(name)) stack.push({ tag: token, isFilled: false, isReported: false })
    return true
  }
  const checkAttributes = (token: HtmlToken) => {
    const { name, attributes } = token
    const allowed = [...(htmlAttributes['*'] ?? []), ...(htmlAttributes[name] ?? [])]
    const others = attributes.filter((attribute) => !allowed.includes(attribute.name))
    if (others.length > 0) {
      const names = others.map((attribute) => attribute.name).join(', ')
      const fix = others.map(({ start, end }) => {
        const before = source.slice(token.start, start).trimEnd()
        return { start: token.start + before.length, end, text: '' }
      })
      const what = others.length > 1 ? 'attributes are' : 'attribute is'
      const help = 'Remove it. The site decides how the page looks, how links open and how large images are.'
      report(token, `the ${what} not supported in Markdown: ${names}`, help, fix)
    }
    const findAttribute = (attribute: string) => attributes.find((found) => found.name === attribute)
    const addressed = name === 'a' ? findAttribute('href') : name === 'img' ? findAttribute('src') : undefined
    if (!addressed && (name === 'a' || name === 'img'))
      report(
        token,
        `<${name}> has no address`,
        name === 'a' ? 'Write [words](/address).' : 'Write ![words](../images/name.jpg).',
      )
    if (!addressed) return
    const isVerbatim = source.startsWith(addressed.value, addressed.valueStart) && addressed.value !== ''
    const range = isVerbatim
      ? { start: addressed.valueStart, end: addressed.valueStart + addressed.value.length }
      : { start: token.start, end: token.end }
    const alt = findAttribute('alt')?.value ?? ''
    if (name === 'a') found.links.push({ kind: 'link', address: addressed.value, ...range })
    else found.links.push({ kind: 'image', address: addressed.value, alt, alone: false, ...range })
  }
  const readHtml = (node: Html, isInline: boolean, from: number, isInLink: boolean) => {
    for (const token of listHtmlTokens(node, source)) {
      if (token.kind === 'close') closeTag(token, from)
      else if (token.kind === 'open' && !openTag(token, isInline, isInLink)) {
        // The page omits the rest of this HTML.
        return
      } else if (token.kind === 'characters' && source.slice(token.start, token.end).trim()) {
        fill(token)
        found.texts.push(token)
      } else if (token.kind === 'other' && !node.value.startsWith('<!--', node.value.indexOf('<!'))) {
        const start = node.position?.start.offset ?? 0
        const end = node.position?.end.offset ?? 0
        return report(
          { start, end },
          'this HTML is not supported: it is removed from the page',
          'Remove it. To show a <, write \\<.',
        )
      }
    }
  }
  const visit = (node: Nodes, isInLink: boolean) => {
    if (!('children' in node)) return
    const from = stack.length
    const isContainer = CONTAINERS.has(node.type)
    for (const child of node.children as Nodes[]) {
      if (child.type === 'html') {
        readHtml(child, !isContainer, from, isInLink)
        continue
      }
      const range = { start: child.position?.start.offset ?? 0, end: child.position?.end.offset ?? 0 }
      if (child.position && child.type !== 'definition' && child.type !== 'footnoteDefinition') {
        fill(range)
        const around = isContainer
          ? stack.find(({ tag, isReported }) => isInlineOnly(tag.name) && !isReported)
          : undefined
        if (around) {
          const help = `Write </${around.tag.name}> before the next empty line, or use <div>.`
          report(around.tag, `<${around.tag.name}> cannot contain an empty line`, help)
          around.isReported = true
        }
        if (child.type === 'link' && stack.some(({ tag }) => tag.name === 'a'))
          report(range, 'a link cannot be inside another link', 'Close the first link before this one.')
      }
      visit(child, isInLink || child.type === 'link' || child.type === 'linkReference')
    }
    reportUnclosed(from)
  }
  visit(tree, false)
  return found
}

const NO_SUMMARY = [
  '<details> does not start with a <summary>',
  'Write <summary>words</summary> directly after <details>. Visitors click these words.',
] as const
