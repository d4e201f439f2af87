/** HTML elements and attributes that Markdown may contain: a selection of those that GitHub allows. */

const phrasing =
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'
const blocks = 'aside blockquote dd details div dl dt figcaption figure hr li ol p summary ul'

export const phrasingElements: ReadonlySet<string> = new Set(phrasing.split(' '))
export const blockElements: ReadonlySet<string> = new Set(blocks.split(' '))
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr'])

export function isSupportedElement(name: string): boolean {
  return phrasingElements.has(name) || blockElements.has(name)
}

/** Attributes by element. `*` lists those of every element. */
export const htmlAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['dir', 'lang'],
  a: ['href'],
  abbr: ['title'],
  bdo: ['dir'],
  blockquote: ['cite'],
  del: ['cite', 'datetime'],
  details: ['open'],
  dfn: ['title'],
  img: ['src', 'alt'],
  ins: ['cite', 'datetime'],
  ol: ['start'],
  q: ['cite'],
  time: ['datetime'],
}

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

/** Markdown or HTML that replaces elements which are not supported. */
export const replacements: Readonly<Record<string, string>> = {
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
