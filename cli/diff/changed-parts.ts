import { cutPage } from '../rules/page/page-parts.ts'

/** Parts of a page that can differ, with their display names, in the order of reports. */
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

/** The parts of a page, normalized so that they are equal if visitors get the same. */
type Shown = Record<Exclude<Part, 'data'>, string>

/** File names with a hash, which changes with every script change even if the page is not affected. */
const HASHED = /\/assets\/[\w./-]+\.(js|css|woff2)/g
const STYLES = /<style>[\s\S]*?<\/style>/g
/** Policy with the hash of the inline styles, which are compared themselves. */
const STYLE_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/g
const PICTURES = /\/(?:assets|share)\/[\w./-]+\.(?:webp|avif|png|jpe?g|gif|svg)/g
const SPOKEN = /\s(?:alt|aria-label|placeholder|title)="[^"]*"/g

/** Splits a built page into parts. */
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

/** Returns the parts that differ for visitors, search engines or screen readers. */
export function listChangedParts(before: string, after: string): Part[] {
  const [old, now] = [readShown(before), readShown(after)]
  const changed = (Object.keys(old) as (keyof Shown)[]).filter((part) => old[part] !== now[part])
  // Changed text or pictures always change the markup too.
  const explained = changed.includes('text') || changed.includes('pictures')
  return explained ? changed.filter((part) => part !== 'markup') : changed
}
