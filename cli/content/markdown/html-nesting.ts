import { phrasingElements } from './safe-html.ts'

/** Rules for nesting the HTML elements that Markdown may contain. */

export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr'])

/** Elements that are valid only directly inside others. */
export const requiredParents: Readonly<Record<string, readonly string[]>> = {
  dd: ['dl'],
  dt: ['dl'],
  figcaption: ['figure'],
  li: ['ol', 'ul'],
  rp: ['ruby'],
  rt: ['ruby'],
  summary: ['details'],
}

/** Elements that contain only certain elements, and no text of their own. */
export const onlyChildren: Readonly<Record<string, readonly string[]>> = {
  dl: ['dt', 'dd'],
  ol: ['li'],
  ul: ['li'],
}

/** Reports whether an element contains only text and phrasing elements. */
export function isInlineOnly(name: string): boolean {
  return phrasingElements.has(name) || name === 'p' || name === 'summary' || name === 'dt'
}
