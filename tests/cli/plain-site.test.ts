import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { sharedBrowser } from '../behavior/browser.ts'
import { runHere } from '../run-here.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plain-'))
const content = path.join(folder, 'content')
const out = path.join(folder, 'out')
const browser = sharedBrowser()
let site = ''
let close = () => {}

const SHORT_PAGE = `path: /short
title: A short page about very little
description: >-
  This page has a heading and two lines of text, so it is shorter than the window in which visitors open
  it on a desktop.
sections:
  - type: hero
    heading: A short page.
    text: It has two lines of text.
`

/** A page with everything that a neutral theme draws differently. */
const THEMED_PAGE = `path: /themed
title: A page with the look of the site
description: This page has every section that price tags, barcodes or shelves decorate unless the drawings are neutral.
sections:
  - type: hero
    look: shelf
    heading: Three practices, one team.
    actions: [{ label: Write to us, to: "/#contact" }]
    chips: [New patients welcome, Evening hours]
    picture:
      kind: bars
      title: Waiting time
      alt: Bars of the waiting time in three practices
      bars:
        - { label: North, note: 4 days, value: 4, tone: own }
        - { label: South, note: 7 days, value: 7, tone: cost }
  - { type: award, title: Practice of the year, year: "2026", claims: [{ fact: practices, label: practices in town }] }
  - { type: award, look: plate, label: Award, title: Practice of the year, year: "2026" }
  - type: stats
    heading: In figures
    items:
      - { fact: practices, label: Practices }
      - { fact: returning, label: Patients who return }
  - type: badges
    heading: Certified
    items:
      - { title: ISO 9001, description: Quality of care, year: "2026" }
      - { title: Fair, description: Clear prices }
  - { type: closing, look: shelf, heading: See you soon., actions: [{ label: Write to us, to: "/#contact" }] }
`
const THEME = "theme: { drawings: neutral, secondary: '#f2b84b', corners: round, fonts: rounded }\n"

/** Builds a new site with a theme, without a help widget and a button in the menu, with a short page and a list of services right below the first heading. */
beforeAll(async () => {
  const answers = ['--name', 'Harbor', '--url', 'https://harbor.example', '--email', 'hello@harbor.example']
  const parts = ['--without', 'solutions,blog,insights,jobs', '--services', 'Bread, Cakes']
  await runHere(['init', content, ...answers, ...parts])
  const edit = (file: string, from: RegExp, to: string) => {
    const text = readFileSync(path.join(content, file), 'utf8')
    expect(text).toMatch(from)
    writeFileSync(path.join(content, file), text.replace(from, to))
  }
  edit('site.yaml', /^help:\n(?: .*\n)+/m, '')
  edit('site.yaml', /^ {2}button: .*\n/m, '')
  edit('pages/home.yaml', / {2}- type: features\n[\s\S]*?(?= {2}- type: services)/, '')
  edit('site.yaml', /^theme: .*\n/m, THEME)
  edit('facts.yaml', /$/, 'practices: "3"\nreturning: 81%\n')
  writeFileSync(path.join(content, 'pages', 'short.yaml'), SHORT_PAGE)
  writeFileSync(path.join(content, 'pages', 'themed.yaml'), THEMED_PAGE)
  expect(await runHere(['build', '--content', content, '--out', out])).toMatchObject({ code: 0 })
  const server = createPreviewServer(out)
  site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
  close = () => {
    server.close()
    server.closeAllConnections()
  }
})
afterAll(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the distance between the bottom of an element and the top of another, in CSS pixels. */
const gapBetween = (page: Page, above: string, below: string) =>
  page.evaluate(
    ([first = '', second = '']) => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      return (box(second)?.top ?? 0) - (box(first)?.bottom ?? 0)
    },
    [above, below],
  )

describe('a new site without optional parts', () => {
  it('keeps space below the first heading when a section with a background follows', async () => {
    for (const width of [390, 1280]) {
      const { page, close: closePage } = await browser.open({ viewport: { width, height: 900 } })
      await page.goto(site)
      expect(await gapBetween(page, '.hero .wrap', '.services'), `${width}`).toBeGreaterThan(32)
      await closePage()
    }
  })

  it('shows the footer at the bottom of the window on a short page', async () => {
    const { page, close: closePage } = await browser.open({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${site}/short`)
    const bottom = () => page.evaluate(() => document.querySelector('footer')?.getBoundingClientRect().bottom)
    expect(await bottom()).toBeCloseTo(900)
    expect(await gapBetween(page, '.hero .wrap', 'footer')).toBeGreaterThan(32)
    await page.goto(site)
    expect(await bottom()).toBeGreaterThan(900)
    await closePage()
  })

  it('has no help widget, no button in the menu, no labels for empty fields and no shelf on its 404 page', async () => {
    const { page, close: closePage, faults } = await browser.open()
    await page.goto(site)
    expect(await page.locator('.help, .top .btn, .services-ledger i').count()).toBe(0)
    expect(await page.locator('.services-ledger .sl a').count()).toBe(2)
    expect(faults).toEqual([])
    await page.goto(`${site}/nowhere`)
    await page.locator('.not-found').waitFor()
    expect(await page.locator('.shelf').count()).toBe(0)
    await closePage()
  })
})

describe('a theme', () => {
  it('replaces price tags, barcodes and shelves, and keeps all text readable in both color schemes', async () => {
    const { page, close: closePage, faults } = await browser.open({ viewport: { width: 1280, height: 900 } })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${site}/themed`)
      expect(toPageFindings(await runAxe(page)), colorScheme).toEqual([])
    }
    expect(await page.locator('.shelf, .stats-tags').count()).toBe(0)
    expect(await page.locator('.barcode').first().isVisible()).toBe(false)
    const hole = await page
      .locator('.tag')
      .first()
      .evaluate((tag) => getComputedStyle(tag, '::before').display)
    expect(hole).toBe('none')
    expect(
      await page
        .locator('.btn')
        .first()
        .evaluate((button) => getComputedStyle(button).borderRadius),
    ).toBe('10px')
    expect(faults).toEqual([])
    await closePage()
  })

  it('loads and publishes only its own fonts', async () => {
    const { page, close: closePage } = await browser.open()
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(path.basename(request.url()).replace(/[.-].*/, ''))
    })
    await page.goto(`${site}/themed`)
    await page.evaluate(() => document.fonts.ready)
    expect(new Set(fonts)).toEqual(new Set(['nunito', 'geist']))
    const published = readdirSync(path.join(out, 'site', 'assets'), { recursive: true, encoding: 'utf8' })
    expect(published.filter((file) => file.endsWith('.woff2'))).toHaveLength(2)
    await closePage()
  })
})
