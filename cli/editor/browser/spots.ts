import { hasMarks, listMarks, type Place, withoutMarks } from '../../dev/marks.ts'

/** A text on the page, and the content value that it shows. */
export interface Spot {
  place: Place
  range: Range
}

/** Removes the marks from a part of the document and returns the texts that they marked. */
export function takeSpots(root: Element): Spot[] {
  const found: { place: Place; start: [Text, number]; end: [Text, number] }[] = []
  const open: { place: Place; start: [Text, number] }[] = []
  for (const node of textNodes(root)) {
    const { data } = node
    if (!hasMarks(data)) continue
    let taken = 0
    for (const { place, start, end } of listMarks(data)) {
      const at: [Text, number] = [node, start - taken]
      taken += end - start
      const begun = place ? undefined : open.pop()
      if (place) open.push({ place, start: at })
      else if (begun) found.push({ ...begun, end: at })
    }
    node.data = withoutMarks(data)
  }
  // Data attributes keep their marks, because scripts show them later (`data-status` of a carousel).
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of element.attributes)
      if (!name.startsWith('data-') && hasMarks(value)) element.setAttribute(name, withoutMarks(value))
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

/** Returns the visible boxes of a text. */
export function rectsOf({ range }: Spot): DOMRect[] {
  const at = range.startContainer.parentElement
  if (!range.startContainer.isConnected || !at?.checkVisibility({ visibilityProperty: true })) return []
  // Text for screen readers is clipped to a pixel, though its letters have boxes.
  const box = at.getBoundingClientRect()
  const isCut = box.width <= 1 || box.height <= 1
  return (isCut ? [box] : [...range.getClientRects()]).filter(({ width, height }) => width > 0 && height > 0)
}

/** Returns the innermost visible spot under a point of the window. */
export function spotAt(spots: readonly Spot[], x: number, y: number): Spot | undefined {
  const size = ({ range }: Spot) => range.toString().length
  return seenAt(x, y, (element) =>
    spots
      .filter((spot) => element.contains(spot.range.commonAncestorContainer) && rectsOf(spot).some(isAround(x, y)))
      .sort((a, b) => size(a) - size(b))
      .at(0),
  )
}

/** Returns the element whose own text is under a point of the window. */
export function textAt(x: number, y: number): Element | undefined {
  return seenAt(x, y, (element) => {
    const range = document.createRange()
    const isHit = [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE) return false
      range.selectNode(node)
      return [...range.getClientRects()].some(isAround(x, y))
    })
    return isHit ? element : undefined
  })
}

/** Searches the elements under a point down to the first opaque one: a transparent link may cover a whole card. */
function seenAt<T>(x: number, y: number, find: (element: Element) => T | undefined): T | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = find(element)
    if (found || isPainted(element)) return found
  }
  return undefined
}

function isPainted(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  return element.matches('img, video, canvas') || backgroundImage !== 'none' || !isClear(backgroundColor)
}

/** Reports whether a computed colour is transparent. */
export function isClear(colour: string): boolean {
  return /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(colour)
}

function isAround(x: number, y: number) {
  return (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

/** Returns a readable name: `services/ppc-advertising.yaml · hero.title`. */
export function nameOf({ file, path }: Place): string {
  return [file.replace(/^[^/]*\//, ''), path.join('.')].filter(Boolean).join(' · ')
}

export function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.path.join('\n') === b.path.join('\n')
}
