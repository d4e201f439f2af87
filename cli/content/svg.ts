/** Matches markup that could run scripts or load external resources if a browser opened the SVG file directly. */
const ACTIVE = /<\s*(?:script|foreignObject|iframe|!ENTITY)|\son\w+\s*=|(?:javascript|data:text\/html):/i
const SIZE = /\s(?:width|height)\s*=\s*["']\s*[\d.]+\s*(?:px|pt|mm|cm|in|em)?\s*["']/gi

/** Explains why an SVG file cannot be published and how to fix it; undefined if it can be published. */
export function findSvgProblem(svg: string): { message: string; help: string } | undefined {
  if (ACTIVE.test(svg)) {
    const message = 'this drawing contains a script or loads external resources'
    return { message, help: 'Export it again without scripts, or save it as PNG.' }
  }
  const [root = ''] = /<svg\b[^>]*>/i.exec(svg) ?? []
  if (/\sviewBox\s*=/i.test(root) || (root.match(SIZE) ?? []).length === 2) return undefined
  const message = 'this drawing has no size: neither a viewBox nor a width and a height'
  return { message, help: 'Export it again with a viewBox.' }
}
