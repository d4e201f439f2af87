import { splitPageHtml } from '../rules/page/page-parts.ts'

/** Parts of a page that can differ, with their display names, in report order. */
export const pagePartLabels = {
  title: 'title',
  description: 'description',
  text: 'text',
  pictures: 'pictures',
  markup: 'markup',
  around: 'header or footer',
  styles: 'styles',
  metadata: 'metadata',
  data: 'data for scripts',
} as const
export type PagePart = keyof typeof pagePartLabels

/** The parts of a page, normalized so that they are equal if visitors see no difference. */
type PageParts = Record<Exclude<PagePart, 'data'>, string>

/** Matches hashed file names. A script change modifies them even on pages that look the same. */
const HASHED = /\/assets\/[\w./-]+\.(js|css|woff2)/g
const STYLES = /<style>[\s\S]*?<\/style>/g
/** Matches the policy with the hash of the inline styles. The styles themselves are compared separately. */
const STYLE_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/g
const PICTURES = /\/(?:assets|share)\/[\w./-]+\.(?:webp|avif|png|jpe?g|gif|svg)/g
const TEXT_ATTRIBUTES = /\s(?:alt|aria-label|placeholder|title)="[^"]*"/g

/** Splits a built page into its parts. */
function splitPage(html: string): PageParts {
  const { head, around, main } = splitPageHtml(html.replace(HASHED, '/assets/*.$1'))
  const [, title = ''] = /<title>([^<]*)/.exec(head) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(head) ?? []
  const named = [title, description].filter(Boolean)
  const rest = named.reduce((text, name) => text.replaceAll(name, ''), head)
  return {
    title,
    description,
    text: [main.replace(/<[^>]*>/g, ''), ...(main.match(TEXT_ATTRIBUTES) ?? [])].join('\n').replace(/\s+/g, ' '),
    pictures: main.match(PICTURES)?.join(' ') ?? '',
    markup: main,
    around,
    styles: head.match(STYLES)?.join('') ?? '',
    metadata: rest.replace(STYLES, '').replace(STYLE_POLICY, ''),
  }
}

/** Returns the parts that have changed for visitors, search engines or screen readers. */
export function listChangedParts(before: string, after: string): PagePart[] {
  const [old, now] = [splitPage(before), splitPage(after)]
  const changed = (Object.keys(old) as (keyof PageParts)[]).filter((part) => old[part] !== now[part])
  // A change to text or pictures always changes the markup, so do not list the markup separately.
  const explained = changed.includes('text') || changed.includes('pictures')
  return explained ? changed.filter((part) => part !== 'markup') : changed
}
