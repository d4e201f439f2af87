import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { projectRoot } from '../../cli/paths.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { type RunningDev, runDev } from './running-dev.ts'

const browser = sharedBrowser()
let dev: RunningDev
let close = async () => {}
const german = path.join(projectRoot, 'tests', 'sites', 'harbor-german')
beforeAll(async () => {
  dev = await runDev({ prepare: (content) => cpSync(german, content, { recursive: true }) })
  dev.edit('site.yaml', /^language: .*$/m, '$&\nlanguages: [de]')
})
afterAll(() => dev?.stop())
afterEach(() => close())

const TRANSLATION = 'pages/visit.de.yaml'
const inEditor = (page: Page, selector: string, hasText?: string | RegExp) =>
  page.locator(`site-editor ${selector}`, hasText === undefined ? {} : { hasText })

async function edit(address: string, viewport = { width: 1440, height: 900 }, colorScheme: 'light' | 'dark' = 'light') {
  const opened = await browser.open({ viewport, colorScheme })
  close = opened.close
  await expect.poll(async () => (await fetch(dev.site + address)).status).toBe(200)
  await opened.page.goto(dev.site + address)
  await hydrated(opened.page)
  await opened.page.keyboard.press('e')
  await inEditor(opened.page, '.bar').waitFor()
  return opened
}

/** Returns the text and the language of the focused field. */
const focusedField = (page: Page) =>
  page.evaluate(() => {
    const field = document.querySelector('site-editor')?.shadowRoot?.activeElement
    return field instanceof HTMLTextAreaElement ? [field.value, field.lang] : [field?.textContent]
  })

describe('a page in another language', () => {
  it('opens the translation of a clicked text beside its source, and saves it with comments and order kept', async () => {
    const before = dev.read(TRANSLATION)
    dev.write(
      TRANSLATION,
      before.replace('  - from: The kettle is on.', '  # Keep it short\n  - from: The kettle is on.'),
    )
    const { page, faults } = await edit('/de/besuch')
    await page.getByText('Das Teewasser kocht.').first().click()
    await expect.poll(() => focusedField(page)).toEqual(['Das Teewasser kocht.', 'de'])
    const pair = inEditor(page, '.pair', 'The kettle is on.')
    const [source, field] = [
      await pair.locator('blockquote').boundingBox(),
      await pair.locator('textarea').boundingBox(),
    ]
    expect(source && field && source.x + source.width <= field.x).toBe(true)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Der Kessel steht auf dem Herd.')
    await page.keyboard.press('Enter')
    await page.locator('main', { hasText: 'Der Kessel steht auf dem Herd.' }).waitFor()
    expect(dev.read(TRANSLATION)).toBe(
      before.replace(
        '  - from: The kettle is on.\n    to: Das Teewasser kocht.',
        '  # Keep it short\n  - from: The kettle is on.\n    to: Der Kessel steht auf dem Herd.',
      ),
    )
    await page.keyboard.press('Escape')
    await inEditor(page, '.bar button', 'Undo').click()
    await page.locator('main', { hasText: 'Das Teewasser kocht.' }).waitFor()
    expect(faults).toEqual([])
  })

  it('shows missing and changed texts, which the keyboard reaches, and accepts a translation that is still correct', async () => {
    const source = dev.read('pages/visit.yaml')
    const before = dev.read(TRANSLATION)
    dev.write('pages/visit.yaml', source.replace('The kettle is on.', 'The kettle is always on.'))
    dev.write(TRANSLATION, before.replace(/ {2}- from: How to find us\n.*\n/, ''))
    const { page } = await edit('/visit', { width: 390, height: 844 })
    await inEditor(page, '.bar button', 'Translate (de)').press('Enter')
    await inEditor(page, '[role=status]', '1 to translate, 1 changed').waitFor()
    const pair = inEditor(page, '.pair', 'The kettle is always on.')
    await expect.poll(() => pair.locator('del').textContent()).toBe('The kettle is on.')
    const [above, field] = [
      await pair.locator('blockquote').boundingBox(),
      await pair.locator('textarea').boundingBox(),
    ]
    expect(above && field && above.y + above.height <= field.y).toBe(true)
    await inEditor(page, 'button', 'Go to first').press('Enter')
    await expect.poll(() => focusedField(page)).toEqual(['Das Teewasser kocht.', 'de'])
    await page.keyboard.press('Tab')
    expect(await focusedField(page)).toEqual(['Still correct'])
    await page.keyboard.press('Enter')
    await inEditor(page, '[role=status]', '1 to translate, 0 changed').waitFor()
    await expect.poll(() => focusedField(page)).toEqual(['Das Teewasser kocht.', 'de'])
    expect(dev.read(TRANSLATION)).toContain('  - from: The kettle is always on.\n    to: Das Teewasser kocht.\n')
    await inEditor(page, 'button', 'Go to first').press('Enter')
    await page.keyboard.type('So kommen Sie zu uns')
    await page.keyboard.press('Enter')
    await inEditor(page, '[role=status]', '0 to translate').waitFor()
    expect(dev.read(TRANSLATION)).toContain(
      '    to: Wen Sie treffen\n  - from: How to find us\n    to: So kommen Sie zu uns\n',
    )
    dev.write('pages/visit.yaml', source)
    dev.write(TRANSLATION, before)
  })

  it('is created text by text, and published once the last text is translated', async () => {
    const file = 'pages/blog.de.yaml'
    rmSync(dev.file(file))
    const { page } = await edit('/blog')
    await inEditor(page, '.bar button', 'Translate (de)').click()
    const fields = inEditor(page, '.pair textarea')
    await fields.first().waitFor()
    const count = await fields.count()
    for (let index = 0; index < count; index += 1) {
      const text = (await inEditor(page, '.pair blockquote').nth(index).textContent()) ?? ''
      await fields.nth(index).fill(`${text.replace('not translated', '')}.`)
      await fields.nth(index).press('Enter')
      await inEditor(page, '[role=status]', `${count - index - 1} to translate`).waitFor()
    }
    const link = inEditor(page, '.panel .row a', 'Page in de')
    await link.waitFor()
    expect(dev.read(file).match(/ {2}- from: /g)).toHaveLength(count)
    await link.click()
    await page.waitForURL('**/de/blog')
  })

  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)
    it(`has no axe violations in the ${scheme} panel at ${width} px`, async () => {
      const { page } = await edit('/services', { width, height: 844 }, scheme)
      dev.write('pages/services.de.yaml', 'texts:\n  - from: Gone\n    to: Weg\n')
      await inEditor(page, '.bar button', 'Translate (de)').click()
      await inEditor(page, '.pair i').first().waitFor()
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${width}-${scheme}.png` })
      expect(toPageFindings(await runAxe(page, {}, 'site-editor'))).toEqual([])
    })
})
