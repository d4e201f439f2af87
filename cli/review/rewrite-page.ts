import { reviewHead } from './review-pages.ts'

const ATTRIBUTES = '(?:"[^"]*"|[^">])*'
/** Matches scripts, stylesheets and opening tags of built pages, whose attributes are in double quotes. */
const TOKEN = new RegExp(`<(script|style)\\b${ATTRIBUTES}>[\\s\\S]*?</\\1>|<([a-z][\\w-]*)(${ATTRIBUTES})>`, 'gi')
const URL_ATTRIBUTE = /(?<= (?:href|src|poster|xlink:href)=")\/(?!\/)[^"]*/g
const SRCSET = /(?<= srcset=")[^"]*/gi

/**
 * Turns a built page into a page that needs neither scripts nor a server: removes scripts, preloads, policies and links
 * for feed readers and search engines, and disables forms.
 * @param resolve returns the URL to use instead of a root-relative one
 * @param bar HTML to insert before the header, but after the link that skips to the content
 */
export function rewritePage(html: string, resolve: (url: string) => string, bar: string): string {
  const rewritten = html.replace(TOKEN, (token: string, raw?: string, tag = '', attributes = '') => {
    const has = (pattern: RegExp) => pattern.test(attributes)
    if (raw === 'script') return ''
    if (raw === 'style') return rewriteStyles(token, resolve)
    if (tag === 'link' && !has(/ rel="icon"/)) return ''
    if (tag === 'meta' && has(/ (?:http-equiv|name="robots")/)) return ''
    // Submitting a form with the method "dialog" outside a dialog does nothing.
    if (tag === 'form') return `<form method="dialog"${attributes.replace(/ (?:action|method)="[^"]*"/g, '')}>`
    const disabled = /^(?:button|input)$/.test(tag) && has(/ type="(?:submit|image)"/) ? ' disabled=""' : ''
    const resolved = attributes
      .replace(URL_ATTRIBUTE, resolve)
      .replace(SRCSET, (list: string) => list.replace(/(?<=^|[,\s])\/(?!\/)[^\s,]+/g, resolve))
    return `<${tag}${disabled}${resolved}>`
  })
  return rewritten.replace('</head>', () => `${reviewHead}</head>`).replace('<header', () => `${bar}<header`)
}

/** Also applies the styles for browsers without scripting, because the page has no scripts. */
function rewriteStyles(style: string, resolve: (url: string) => string): string {
  return style
    .replace(/(?<=url\(["']?)\/(?!\/)[^)"']+/g, (url) => resolve(url))
    .replace(/\(scripting:\s*none\)/g, 'all')
}
