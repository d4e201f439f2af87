import { hasMarks, listMarks, type Place, withoutMarks } from '../../../edit/marks.ts'

/** A text on the page, and the value of the content that it is. */
export interface Spot {
  place: Place
  range: Range
}

/** Takes the marks out of a part of the document, and tells where the texts are that they were in. */
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
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const { name, value } of element.attributes)
      if (hasMarks(value)) element.setAttribute(name, withoutMarks(value))
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

/** Where it is seen; none where it is hidden or gone. */
export function rectsOf({ range }: Spot): DOMRect[] {
  const at = range.startContainer.parentElement
  if (!range.startContainer.isConnected || !at?.checkVisibility({ visibilityProperty: true })) return []
  return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
}

/** The spot under a point of the window: the smallest, where one is within another. */
export function spotAt(spots: readonly Spot[], x: number, y: number): Spot | undefined {
  const top = document.elementFromPoint(x, y)
  const hit = spots.filter((spot) => {
    const holder = spot.range.commonAncestorContainer
    const element = holder instanceof Element ? holder : holder.parentElement
    if (!top || !(element?.contains(top) || top.contains(element))) return false
    return rectsOf(spot).some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
  })
  const size = ({ range }: Spot) => range.toString().length
  return hit.sort((a, b) => size(a) - size(b))[0]
}

/** `services/ppc-advertising.yaml · hero.title`, as people say it. */
export function nameOf({ file, path }: Place): string {
  return `${file.replace(/^[^/]*\//, '')} · ${path.join('.')}`
}

export function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.path.join('\n') === b.path.join('\n')
}
