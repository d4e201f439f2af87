import { hasMarks, parseMarks, removeMarks, type ValueLocation } from '../../dev/source-marks.ts'

/** A piece of text on the page, and the content value that it shows. */
export interface PageText {
  place: ValueLocation
  range: Range
}

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
    for (const { name, value } of element.attributes)
      if (!name.startsWith('data-') && hasMarks(value)) element.setAttribute(name, removeMarks(value))
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

/** Returns the innermost visible text at a point in the window. */
export function findPageTextAt(texts: readonly PageText[], x: number, y: number): PageText | undefined {
  const size = ({ range }: PageText) => range.toString().length
  return findAt(x, y, (element) =>
    texts
      .filter((text) => element.contains(text.range.commonAncestorContainer) && getTextRects(text).some(contains(x, y)))
      .sort((a, b) => size(a) - size(b))
      .at(0),
  )
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
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  return element.matches('img, video, canvas') || backgroundImage !== 'none' || !isTransparent(backgroundColor)
}

export function isTransparent(color: string): boolean {
  return /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(color)
}

function contains(x: number, y: number) {
  return (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** Formats the location of a value, for example `services/ppc-advertising.yaml · hero.title`. */
export function formatValueName({ file, path }: ValueLocation): string {
  return [file.replace(/^[^/]*\//, ''), path.join('.')].filter(Boolean).join(' · ')
}

export function isSameLocation(a: ValueLocation, b: ValueLocation): boolean {
  return a.file === b.file && a.path.join('\n') === b.path.join('\n')
}
