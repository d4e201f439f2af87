import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { projectRoot } from '../../cli/paths.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { type ServedSite, serveSite } from './serve-site.ts'

const HEADING = 'A page that says what the parcel holds.'
const PAGE = '/services/listing-care'

const browser = sharedBrowser()
let site: ServedSite
beforeAll(async () => {
  site = await serveSite()
})
afterAll(() => site?.stop())
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
  for (const id of ['ann', 'bob']) if (site.content.changes.find(id)) await site.content.changes.discard(id)
})

async function open(id: string, address: string, width = 1440, colorScheme: 'light' | 'dark' = 'light') {
  const { page, faults, close } = await browser.open({ viewport: { width, height: 900 }, colorScheme }, false)
  opened.push(close)
  await page.context().addCookies([{ name: 'studio', value: id, url: site.url }])
  await page.goto(site.url + address)
  await hydrated(page)
  return { page, faults }
}

const inEditor = (page: Page, selector: string, hasText?: string | RegExp) =>
  page.locator(`site-editor ${selector}`, hasText === undefined ? {} : { hasText })

async function edit(page: Page): Promise<void> {
  await page.keyboard.press('e')
  await inEditor(page, '.bar').waitFor()
}

/** Replaces a text on the page in place. */
async function type(page: Page, text: string, to: string): Promise<void> {
  await page
    .locator('#main')
    .getByText(text, { exact: true })
    .first()
    .click({ position: { x: 12, y: 12 } })
  await inEditor(page, '.text-field textarea').fill(to)
  await page.keyboard.press('Enter')
  await inEditor(page, '.text-field').waitFor({ state: 'detached' })
}

const shown = (page: Page, text: string) => page.locator('#main').getByText(text, { exact: true }).first().waitFor()

describe('the editor in the studio', () => {
  it('saves a headline, a list entry and a picture for one person, in all of their windows', async () => {
    const { page, faults } = await open('ann', PAGE, 390)
    const { page: other } = await open('ann', PAGE)
    const { page: ofBob } = await open('bob', PAGE)
    // The bar of the help widget at the bottom of narrow pages must not cover the pencil.
    await page.locator('.help').waitFor()
    await page.locator('site-pencil button').click()
    await inEditor(page, '.bar').waitFor()
    await type(page, HEADING, 'A page that keeps its word')
    await shown(page, 'A page that keeps its word')
    await shown(other, 'A page that keeps its word')
    await type(page, 'True dimensions', 'True sizes')
    await shown(other, 'True sizes')
    await inEditor(page, '.bar button', 'Files').click()
    await inEditor(page, 'summary', 'testimonials').click()
    await inEditor(page, '.texts button', 'signe-tea.yaml').click()
    const picture = path.join(projectRoot, 'tests', 'sites', 'harbor', 'images', 'pier.jpg')
    await inEditor(page, '.picture input').setInputFiles({
      ...{ name: 'New pier.jpg', mimeType: 'image/jpeg' },
      buffer: readFileSync(picture),
    })
    await inEditor(page, '.picture .name', 'new-pier.jpg').waitFor()
    await expect.poll(() => site.edits('ann').map(({ kind }) => kind)).toEqual(['set', 'set', 'picture', 'set'])
    expect(site.read('services/listing-care.yaml')).toContain(HEADING)
    expect(await ofBob.textContent('#main')).toContain(HEADING)
    expect(await inEditor(page, 'button', 'Save as proposal').count()).toBe(0)
    // On phones, an open panel covers the toolbar.
    await page.setViewportSize({ width: 1440, height: 900 })
    await inEditor(page, '.bar button', 'Undo').click()
    await inEditor(page, '.picture .name', 'None').waitFor()
    expect(faults).toEqual([])
  })

  it("lists the person's own edits with their effect, and discards them by file or all at once", async () => {
    const { page, faults } = await open('ann', PAGE)
    await edit(page)
    await type(page, HEADING, 'One')
    await type(page, 'True dimensions', 'Two')
    await inEditor(page, '.bar button', 'Changes').click()
    await inEditor(page, '.panel', /One/).waitFor()
    await expect.poll(() => inEditor(page, '.edits li').count()).toBe(2)
    expect(await inEditor(page, '.panel a', 'My changes').getAttribute('href')).toBe('/@studio/')
    for (const name of ['Apply', 'Approve', 'Copy as commit message'])
      expect(await inEditor(page, '.panel button', name).count()).toBe(0)
    await inEditor(page, '.panel button', 'Discard changes').click()
    await shown(page, HEADING)
    await inEditor(page, '.panel', 'No changes.').waitFor()
    await inEditor(page, '.bar button', 'Undo').click()
    await shown(page, 'One')
    await inEditor(page, '.panel button', 'Discard all…').click()
    await inEditor(page, 'dialog button', 'Discard').click()
    await shown(page, 'True dimensions')
    expect(site.edits('ann')).toEqual([])
    expect(faults).toEqual([])
  })

  it.each([
    [390, 'light'],
    [768, 'dark'],
    [1440, 'light'],
  ] as const)('shows a conflict and resolves it at %i px in %s colors', async (width, colors) => {
    const { page, faults } = await open('ann', PAGE, width, colors)
    await edit(page)
    await type(page, HEADING, 'Mine')
    await shown(page, 'Mine')
    const good = site.read('services/listing-care.yaml')
    site.write('services/listing-care.yaml', good.replace(HEADING, 'Theirs'))
    const problems = page.locator('site-problems')
    await problems.getByText('no longer contains what this edit replaces').waitFor()
    await shown(page, 'Theirs')
    await problems.getByRole('button', { name: 'Hide' }).click()
    await inEditor(page, '.bar button', 'Changes').click()
    await inEditor(page, '.conflict dd', 'Theirs').waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/conflict-${width}-${colors}.png` })
    expect(toPageFindings(await runAxe(page))).toEqual([])
    await inEditor(page, '.conflict button', 'Use proposed').click()
    await shown(page, 'Mine')
    await problems.waitFor({ state: 'detached' })
    site.write('services/listing-care.yaml', good)
    await problems.getByText('no longer contains').waitFor()
    expect(faults).toEqual([])
  })
})

describe('a page in the studio', () => {
  it('has no editor for people who may not edit', async () => {
    const { page, faults } = await open('eve', PAGE)
    expect(await page.locator('site-pencil').count()).toBe(0)
    await page.keyboard.press('e')
    expect(await page.locator('site-editor').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('follows the content folder', async () => {
    const { page } = await open('bob', PAGE)
    const good = site.read('services/listing-care.yaml')
    site.write('services/listing-care.yaml', good.replace(HEADING, 'Published by others'))
    await shown(page, 'Published by others')
    site.write('services/listing-care.yaml', good)
    await shown(page, HEADING)
  })
})
