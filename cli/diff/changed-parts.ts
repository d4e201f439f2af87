import { cutPage } from '../rules/page/page-parts.ts'

/** What of a page can differ for those who get it, in the order in which it is told. */
export const parts = {
  title: 'title',
  description: 'description',
  text: 'text',
  pictures: 'pictures',
  markup: 'markup',
  around: 'header or footer',
  styles: 'styles',
  metadata: 'metadata',
  data: 'what scripts show later',
} as const
export type Part = keyof typeof parts

/** Each part of a page in a form that is the same for as long as visitors get the same. */
type Shown = Record<Exclude<Part, 'data'>, string>

/** Names of these hold a hash: they change with every change of a script that the page itself has no part in. */
const HASHED = /\/assets\/[\w./-]+\.(js|css|woff2)/g
const STYLES = /<style>[\s\S]*?<\/style>/g
/** Of the styles in a page, which are compared themselves. */
const STYLE_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/g
const PICTURES = /\/(?:assets|share)\/[\w./-]+\.(?:webp|avif|png|jpe?g|gif|svg)/g
const SPOKEN = /\s(?:alt|aria-label|placeholder|title)="[^"]*"/g

/** A page of the build's making, cut into parts. */
function readShown(html: string): Shown {
  const { head, around, main } = cutPage(html.replace(HASHED, '/assets/*.$1'))
  const [, title = ''] = /<title>([^<]*)/.exec(head) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(head) ?? []
  const named = [title, description].filter(Boolean)
  const rest = named.reduce((text, name) => text.replaceAll(name, ''), head)
  return {
    title,
    description,
    text: [main.replace(/<[^>]*>/g, ''), ...(main.match(SPOKEN) ?? [])].join('\n').replace(/\s+/g, ' '),
    pictures: main.match(PICTURES)?.join(' ') ?? '',
    markup: main,
    around,
    styles: head.match(STYLES)?.join('') ?? '',
    metadata: rest.replace(STYLES, '').replace(STYLE_POLICY, ''),
  }
}

/** What visitors, search engines and screen readers get otherwise than before. */
export function listChangedParts(before: string, after: string): Part[] {
  const [old, now] = [readShown(before), readShown(after)]
  const changed = (Object.keys(old) as (keyof Shown)[]).filter((part) => old[part] !== now[part])
  // Other words and pictures are other markup too.
  const explained = changed.includes('text') || changed.includes('pictures')
  return explained ? changed.filter((part) => part !== 'markup') : changed
}
