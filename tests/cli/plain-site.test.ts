import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Builds a new site without a help widget and a button in the menu, with a short page and a list of services right below the first heading. */
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
  writeFileSync(path.join(content, 'pages', 'short.yaml'), SHORT_PAGE)
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
