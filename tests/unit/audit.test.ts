import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { adaptThresholds } from '../../cli/audit/adapt-thresholds.ts'
import { findManifest } from '../../cli/audit/browser.mjs'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { describeSlowMachine, formatStepSummary } from '../../cli/audit/formats.ts'
import { pickEnforcedMetrics } from '../../cli/audit/lighthouse.ts'
import { formatHiddenPathPattern } from '../../cli/content/served-addresses.ts'
import { getPageLimits, readThresholds } from '../../cli/diagnostics/thresholds.ts'
import type { Site } from '../../src/entries/site.ts'
import { measurementEntrySchema } from '../../src/measurement/measurement.ts'

describe('Lighthouse results', () => {
  const figures = { performance: 80, accessibility: 90, firstPaint: 5000, blocking: 900, loadShift: 0.5 }

  it('fail a page for a low performance score only on a fast machine, and never for its timings', () => {
    expect(pickEnforcedMetrics(figures, 1000)).toEqual({ performance: 80, accessibility: 90, loadShift: 0.5 })
    expect(pickEnforcedMetrics(figures, 999)).toEqual({ accessibility: 90, loadShift: 0.5 })
  })

  it('are reported on a slow machine without failing the audit', () => {
    const audited = { pages: [], gates: [], findings: [], figures: new Map() }
    expect(describeSlowMachine({ ...audited, speed: 1200 })).toBeUndefined()
    expect(describeSlowMachine({ ...audited, speed: 520 })).toMatch(
      /\(Lighthouse benchmark 520, needs 1,000\): low scores are reported, but do not fail the audit\.$/,
    )
  })
})

it('the audit visits all pages except error pages, whatever their language', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'built-'))
  for (const name of ['de', 'blog']) mkdirSync(path.join(folder, name))
  for (const file of ['index', 'about', '404', '502', 'de', 'de/404', 'de/100', 'blog/404']) {
    writeFileSync(path.join(folder, `${file}.html`), '<title>A page</title>')
  }
  const { pages, notFoundPages } = openBuiltSite(folder)
  rmSync(folder, { recursive: true })
  expect(pages).toEqual(['/', '/about', '/blog/404', '/de', '/de/100'])
  expect(notFoundPages).toEqual(['/404', '/de/404'])
})

it('web servers hide the error pages of translations only on sites that have them', () => {
  const hides = (homes: string[], page: string) => new RegExp(formatHiddenPathPattern(homes)).test(page)
  expect(formatHiddenPathPattern([])).toBe(String.raw`^/(?:\d\d\d(?:\.html)?|_headers|_redirects|.+\.(?:br|gz))$`)
  expect(['/404', '/de/404', '/de/404.html', '/blog/404'].map((page) => hides(['/de', '/zh-hans'], page))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

it('the step summary escapes every character of a finding that would break its table', () => {
  const finding = { page: '/about', rule: 'html/nesting', message: '<p> in <p> | </b>' }
  expect(formatStepSummary([finding])).toContain(
    '| /about | `html/nesting` | &#60;p&#62; in &#60;p&#62; &#124; &#60;/b&#62; |\n',
  )
})

describe('limits for the pages of a folder', () => {
  it('apply at the address of the folder', () => {
    const thresholds = readThresholds()
    const { html } = getPageLimits('/blog/seo', thresholds)
    expect(html).toBeGreaterThan(thresholds.limits.html)
    const moved = adaptThresholds(thresholds, { addresses: { blog: '/our/news' }, measurement: [] })
    expect(getPageLimits('/our/news/seo', moved).html).toBe(html)
    expect(getPageLimits('/blog/seo', moved).html).toBe(thresholds.limits.html)
    expect(getPageLimits('/insights/seo', moved).html).toBe(html)
    expect(getPageLimits('/', moved)).toEqual(getPageLimits('/', thresholds))
  })

  it('apply to the same pages in other languages, whose documents may be a tenth larger', () => {
    const thresholds = readThresholds()
    const german = { home: '/de', site: { addresses: { blog: '/de/neues' } } as unknown as Site }
    const moved = adaptThresholds(thresholds, { addresses: {}, measurement: [] }, [german])
    for (const [source, translation] of [
      ['/', '/de'],
      ['/about', '/de/ueber-uns'],
      ['/blog/seo', '/de/neues/seo'],
    ] as const) {
      const limits = getPageLimits(source, thresholds)
      expect(getPageLimits(source, moved)).toEqual(limits)
      expect(getPageLimits(translation, moved)).toEqual({ ...limits, html: limits.html * 1.1 })
    }
  })

  it('allow requests to other sites only if a service measures every visit', () => {
    const limitFor = (ask: boolean) => {
      const measurement = measurementEntrySchema.array().parse([{ provider: 'plausible', domain: 'a.example', ask }])
      return adaptThresholds(readThresholds(), { addresses: {}, measurement }).limits.thirdParty
    }
    expect([limitFor(true), limitFor(false)]).toEqual([0, Number.POSITIVE_INFINITY])
  })
})

it.each(['build/cjs/index.cjs', 'build/index.js'])(
  'the packaged Chromium is found by its entry in version 143 and in version 153: %s',
  (entry) => {
    const folder = '/site/node_modules/.pnpm/@sparticuz+chromium@153.0.0/node_modules/@sparticuz/chromium'
    expect(findManifest(`${folder}/${entry}`)).toBe(`${folder}/package.json`)
  },
)
