import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { auditPageSizes } from '../../cli/audit/page-sizes.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import { pages } from '../pages.ts'

const folder = path.join(inject('out'), 'site')
const site = openBuiltSite(folder)

describe('the built site', () => {
  it.each(Object.keys(pages))('keeps page %s within the byte budget', (route) => {
    expect(auditPageSizes(site, [route], readThresholds()).findings).toEqual([])
    const html = site.html(route)
    expect(html.match(/<script[^>]*\ssrc="/g)).toHaveLength(1)
    const fonts = html.match(/<link rel="preload" href="[^"]+" as="font"[^>]*/g)
    expect(fonts).toHaveLength(html.includes('var(--mono)') ? 3 : 2)
    expect(fonts?.filter((font) => !/fetchpriority="low"/i.test(font))).toHaveLength(1)
    expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)="https?:\/\/(?!northshelf\.example)/)
  })

  /** Returns the scripts in which a pattern occurs. */
  const findInScripts = (pattern: RegExp) => {
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(1)
    return scripts.map((file) => readFileSync(path.join(folder, file), 'utf8')).filter((code) => pattern.test(code))
  }

  it('does not use Intl in scripts, because the first Intl call takes 50 ms on a phone', () => {
    const found = findInScripts(/\bIntl\.|\.toLocale(Date|Time)?String\(/)
    // Only this script, on pages with `openNow`, needs the time of another time zone.
    expect(found.filter((code) => !code.includes('data-times'))).toEqual([])
  })

  it('contains no code for forms or the error page in the script that every page needs', () => {
    const [app = '', ...others] = findInScripts(/dataset\.hydrated/)
    expect(others).toEqual([])
    expect(app).not.toMatch(/utm_source|_subject|prefill|shelf-goods/)
  })

  it('contains nothing in scripts that only sites in several languages need', () => {
    const found = findInScripts(/language|hreflang|separators|\.(?:home|logo)\b/i)
    // React knows all attributes of HTML.
    expect(found.filter((code) => !code.includes('react.element'))).toEqual([])
  })
})

it('the build output contains no code from the in-browser editor', () => {
  const all = readdirSync(inject('out'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(all.length).toBeGreaterThan(100)
  const signs = ['/@edit', '/@dev', 'site-editor', 'site-pencil', '\u{E0001}', '\u{E007F}']
  const found = all
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => signs.some((sign) => readFileSync(file).includes(sign)))
  expect(found).toEqual([])
})
