import type { CSSProperties } from 'react'
import { parseTranslationName } from '../../content/translations/translation-name.ts'
import { hasMarks, parseMarks, removeMarks, type ValueLocation } from '../../dev/source-marks.ts'

/** Minimum font size of a text field, in CSS pixels. */
const MIN_FONT_SIZE = 16
/** Minimum distance between a text field and the window's edges, in CSS pixels. */
const EDGE = 12

/** A piece of text on the page, and the content value that it shows. */
export interface PageText {
  place: ValueLocation
  range: Range
}

/** The content value that each image's alternative text shows. */
const altLocations = new WeakMap<Element, ValueLocation>()

/** Returns the location of an image's alternative text, which is in the same group of fields as the image. */
export const findAltLocation = (image: Element): ValueLocation | undefined => altLocations.get(image)

/** Removes the editor marks from part of the document, and returns the marked text. */
export function extractTexts(root: Element): PageText[] {
  const found: { place: ValueLocation; start: [Text, number]; end: [Text, number] }[] = []
  const open: { place: ValueLocation; start: [Text, number] }[] = []
  for (const node of textNodes(root)) {
    const { data } = node
    if (!hasMarks(data)) continue
    let removed = 0
    for (const { place, start, end } of parseMarks(data)) {
      const at: [Text, number] = [node, start - removed]
      removed += end - start
      const opened = place ? undefined : open.pop()
      if (place) open.push({ place, start: at })
      else if (opened) found.push({ ...opened, end: at })
    }
    node.data = removeMarks(data)
  }
  // Keep the marks in data attributes, because scripts display the values later (for example, a carousel's
  // `data-status`).
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of element.attributes) {
      if (name.startsWith('data-') || !hasMarks(value)) continue
      const place = parseMarks(value)[0]?.place
      if (place && element.matches('img') && name === 'alt') altLocations.set(element, place)
      element.setAttribute(name, removeMarks(value))
    }
  return found.map(({ place, start, end }) => {
    const range = document.createRange()
    range.setStart(...start)
    range.setEnd(...end)
    return { place, range }
  })
}

function textNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('script, style, site-editor') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

/** Returns the bounding box of each line of text; empty if the text is hidden. */
export function getTextRects({ range }: PageText): DOMRect[] {
  const parent = range.startContainer.parentElement
  if (!range.startContainer.isConnected || !parent?.checkVisibility({ visibilityProperty: true })) return []
  // Screen-reader text is clipped to one pixel, but its range still has full-size boxes.
  const box = parent.getBoundingClientRect()
  const isClipped = box.width <= 1 || box.height <= 1
  return (isClipped ? [box] : [...range.getClientRects()]).filter(({ width, height }) => width > 0 && height > 0)
}

/**
 * Returns the innermost visible text at a point in the window. Between and beside the lines of a paragraph, returns the
 * text that the paragraph shows.
 */
export function findPageTextAt(texts: readonly PageText[], x: number, y: number): PageText | undefined {
  const size = ({ range }: PageText) => range.toString().length
  const isHit = (element: Element, text: PageText) =>
    element.contains(text.range.commonAncestorContainer) && getTextRects(text).some(contains(x, y))
  return findAt(x, y, (element) => {
    const isParagraph = hasOwnText(element) && contains(x, y)(element.getBoundingClientRect())
    return texts
      .filter((text) => isHit(element, text) || (isParagraph && covers(text, element)))
      .sort((a, b) => size(a) - size(b))
      .at(0)
  })
}

function hasOwnText({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
}

/** Reports whether an element contains nothing but a text, or part of it, such as one of its paragraphs. */
function covers({ range }: PageText, element: Element): boolean {
  if (!range.startContainer.isConnected || !range.intersectsNode(element)) return false
  const inside = document.createRange()
  inside.selectNodeContents(element)
  const all = inside.toString().trim()
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0)
    inside.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) inside.setEnd(range.endContainer, range.endOffset)
  return all !== '' && inside.toString().trim() === all
}

/** Returns the element that directly contains the text at a point in the window. */
export function findTextElementAt(x: number, y: number): Element | undefined {
  return findAt(x, y, (element) => {
    const range = document.createRange()
    const isHit = [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE) return false
      range.selectNode(node)
      return [...range.getClientRects()].some(contains(x, y))
    })
    return isHit ? element : undefined
  })
}

/** Returns the visible image at a point in the window, even if a transparent link covers it. */
export function findImageAt(x: number, y: number): HTMLImageElement | undefined {
  return findAt(x, y, (element) => (element instanceof HTMLImageElement ? element : undefined))
}

/** Returns the block of a Markdown text that contains an element. For a callout's label, returns the text below it. */
export function findTextBlock(element: Element): Element {
  const block = element.closest('p, li, td, th, h2, h3, h4, pre') ?? element
  return (block.matches('.callout-label') && block.nextElementSibling) || block
}

/**
 * Searches the elements at a point, from the topmost to the first opaque one. Includes elements under transparent ones,
 * because a transparent link may cover a whole card.
 */
function findAt<T>(x: number, y: number, find: (element: Element) => T | undefined): T | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = find(element)
    if (found || isOpaque(element)) return found
  }
  return undefined
}

function isOpaque(element: Element): boolean {
  // These have a background, but are part of a Markdown text.
  if (element.matches('pre, code, .callout-label strong')) return false
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  return element.matches('img, video, canvas') || backgroundImage !== 'none' || !isTransparent(backgroundColor)
}

function isTransparent(color: string): boolean {
  return /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(color)
}

function contains(x: number, y: number) {
  return (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** Returns the position and width of the field to place over the text; undefined while the text is hidden. */
export function getTextBox(pageText: PageText) {
  const rects = getTextRects(pageText)
  const [first] = rects
  if (!first) return undefined
  const left = Math.min(...rects.map((box) => box.left))
  const right = Math.max(...rects.map((box) => box.right))
  const parent = pageText.range.startContainer.parentElement?.getBoundingClientRect()
  const wanted = Math.min(Math.max(right - left, parent?.width ?? 0, 320) + 16, innerWidth - 2 * EDGE)
  const width = Math.min(wanted, 760)
  return { left: Math.max(EDGE, Math.min(left - 8, innerWidth - EDGE - width)), top: first.top - 6, width }
}

/** Returns the font, color and background of text on the page. */
export function getTextStyle({ range }: PageText): CSSProperties {
  const element = range.startContainer.parentElement ?? document.body
  const { fontFamily, fontWeight, fontSize, letterSpacing, lineHeight, textAlign, color, fill } =
    getComputedStyle(element)
  const size = Number.parseFloat(fontSize)
  return {
    fontFamily,
    fontWeight,
    fontSize: Math.max(MIN_FONT_SIZE, size),
    letterSpacing,
    background: backgroundOf(element),
    lineHeight: Math.max(1.1, Number.parseFloat(lineHeight) / size || 1.3),
    textAlign: textAlign as 'start',
    color: element instanceof SVGElement ? fill : color,
  }
}

function backgroundOf(element: Element | null): string {
  for (let current = element; current; current = current.parentElement) {
    const { backgroundColor } = getComputedStyle(current)
    if (!isTransparent(backgroundColor)) return backgroundColor
  }
  return 'var(--paper)'
}

/** Returns the offset in the field's value that corresponds to a point on the page; undefined if it is unknown. */
export function findOffsetAt({ range }: PageText, value: string, point: { x: number; y: number } | undefined) {
  const caret = point && document.caretRangeFromPoint(point.x, point.y)
  // Compare only lengths, because the page contains typographic replacements, such as no-break spaces.
  if (!caret || range.toString().length !== value.length) return undefined
  if (!range.isPointInRange(caret.startContainer, caret.startOffset)) return undefined
  const before = range.cloneRange()
  before.setEnd(caret.startContainer, caret.startOffset)
  return before.toString().length
}

/** Reports whether a location is that of a text in a translation file, and not one of the file's own fields. */
export function isTranslation({ file, path }: ValueLocation): boolean {
  return parseTranslationName(file) !== undefined && !/^(?:path|slug|fallback|addresses|texts)$/.test(String(path[0]))
}
