import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { smallPdf } from '../small-pdf.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { serveHarbor } from './harbor-site.ts'
import { largeFile } from './large-file.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
const harbor = serveHarbor()
const phone = { viewport: { width: 390, height: 844 } }
const POSITION = '/careers/listing-keeper'

async function open(page: Page, address: string): Promise<void> {
  await page.goto(harbor.site + address)
  await hydrated(page)
}

describe('a file field', () => {
  const resume = (page: Page) => page.locator('[name=resume]')
  const removeButton = (page: Page) => page.getByRole('button', { name: 'Remove Your resume' })

  it('has a button that removes a rejected file, its message and the button itself, with the keyboard', async () => {
    const { page, close } = await browser.open(phone)
    await open(page, POSITION)
    expect(await removeButton(page).count()).toBe(0)
    await resume(page).setInputFiles(largeFile(10 * 1024 * 1024 + 1))
    await page.locator('[name=resume][aria-invalid=true]').waitFor()
    await resume(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[name=resume]:not([aria-invalid])').waitFor()
    expect(await resume(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('resume')
    expect(await removeButton(page).count()).toBe(0)
    await close()
  })

  it('asks for the file again, without retries, if the file changed after it was chosen', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'changed-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'resume.pdf')
    writeFileSync(file, smallPdf('First version'))
    const { page, close } = await browser.open()
    await open(page, POSITION)
    const answers = { name: 'Ada Rivers', email: 'ada@rivers.example', phone: '+1 207 555 0142', location: 'Portland' }
    for (const [name, text] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(text)
    await resume(page).setInputFiles(file)
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    writeFileSync(file, smallPdf('Second version, which is longer'))
    // Chromium compares the times of modification in whole seconds.
    const later = Date.now() / 1000 + 60
    utimesSync(file, later, later)
    await page.locator('form button[type=submit]').click()
    await page.getByText('This file has changed. Choose it again.').first().waitFor()
    expect(posts).toBe(1)
    expect(await page.locator('[name=resume][aria-invalid=true]').count()).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('resume')
    await resume(page).setInputFiles(file)
    await page.locator('[name=resume]:not([aria-invalid])').waitFor()
    await close()
  })
})

describe('a field for several files', () => {
  const uploads = path.join(import.meta.dirname, '..', 'relay', 'uploads')
  const [photo, picture] = [path.join(uploads, 'jpg', 'java.jpg'), path.join(uploads, 'png', 'java.png')]
  const photos = (page: Page) => page.locator('[name=photos]')
  let relay: RunningRelay
  beforeAll(async () => {
    relay = await runRelay(harbor.out)
  })
  afterAll(() => relay?.stop())
  const fill = async (page: Page) => {
    const answers = { name: 'Ada Rivers', email: 'ada@rivers.example', message: 'Two photos' }
    for (const [name, text] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(text)
  }
  const send = async (page: Page) => {
    const before = relay.received().length
    await page.locator('form button[type=submit]').click()
    await expect.poll(() => relay.received().length).toBe(before + 1)
    const { attachments } = relay.received().at(-1) ?? {}
    expect(attachments?.map(({ field, name }) => [field, name])).toEqual([
      ['photos', 'java.jpg'],
      ['photos', 'java.png'],
    ])
  }

  it('lists the chosen files, names the file of each problem, and sends all files', async () => {
    const { page, close } = await browser.open(phone)
    await page.goto(`${relay.site}/contact`)
    await hydrated(page)
    await fill(page)
    const chosen = page.locator('[name=photos] + [role=status]')
    const described = async () => {
      const ids = (await photos(page).getAttribute('aria-describedby'))?.split(' ') ?? []
      return Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()))
    }
    expect(await photos(page).getAttribute('accept')).toBe('.jpg,.jpeg,.png')
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Low tide') }
    await photos(page).setInputFiles([{ name: 'java.jpg', mimeType: '', buffer: readFileSync(photo) }, notes])
    await page.locator('[name=photos][aria-invalid=true]').waitFor()
    expect(await described()).toEqual(['notes.txt: Choose photos that end in .jpg or .png'])
    expect(await chosen.textContent()).toBe('java.jpg, notes.txt')
    expect(toPageFindings(await runAxe(page))).toEqual([])
    await photos(page).setInputFiles(Array(4).fill(photo))
    await expect.poll(described).toEqual(['Choose at most three photos, together up to 1 MB'])
    await photos(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[name=photos]:not([aria-invalid])').waitFor()
    expect(await chosen.textContent()).toBe('')
    await photos(page).setInputFiles([photo, picture])
    expect(await chosen.textContent()).toBe('java.jpg, java.png')
    await send(page)
    await close()
  })

  it('sends all files without JavaScript', async () => {
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    await page.goto(`${relay.site}/contact`)
    await fill(page)
    await photos(page).setInputFiles([photo, picture])
    await send(page)
    await page.getByRole('heading', { name: 'It is on board.' }).waitFor()
    await close()
  })
})

describe('the shortcut Alt+T', () => {
  it.each([
    ['Alt', { altKey: true }, true],
    ['AltGr', { altKey: true, modifierAltGraph: true }, false],
    ['AltGr as Windows reports it', { altKey: true, ctrlKey: true }, false],
  ])('moves the focus to the notifications only without AltGr, which types letters: %s', async (_, keys, taken) => {
    const { page, close } = await browser.open()
    await open(page, '/')
    const prevented = await page.evaluate((modifiers) => {
      const press = new KeyboardEvent('keydown', { code: 'KeyT', cancelable: true, bubbles: true, ...modifiers })
      return !document.body.dispatchEvent(press)
    }, keys)
    expect(prevented).toBe(taken)
    expect(await page.evaluate(() => document.activeElement?.matches('.notices'))).toBe(taken)
    await close()
  })
})

describe('the dialog with a position', () => {
  it('leaves most of a window of 320 x 256 px (400 % zoom) to its content', async () => {
    const { page, close } = await browser.open({ viewport: { width: 320, height: 256 } })
    await open(page, '/careers')
    await page.locator('a[data-job]').first().click()
    await page.locator('#dialog-job:modal .jd-next').waitFor()
    const free = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return Math.min(innerHeight, box('.jd-next').top) - box('#dialog-job .modal-head').bottom
    })
    expect(free).toBeGreaterThan(100)
    await close()
  })
})

describe('the help widget', () => {
  it.each(['/', '/contact', POSITION])('is an opaque bar below the content on phones: %s', async (address) => {
    const { page, close } = await browser.open(phone)
    await open(page, address)
    expect(await page.locator('.help').boundingBox()).toEqual({ x: 0, y: 795, width: 390, height: 49 })
    expect(await page.locator('.help').evaluate((bar) => getComputedStyle(bar).backgroundColor)).toMatch(
      /^oklch\([^/]*\)$/,
    )
    const names = await page.locator('.help').locator('summary, button:visible').count()
    expect(names).toBe(2)
    for (const shown of [true, false]) {
      await page.locator('.help summary').click()
      expect(await page.locator('.help-panel').isVisible()).toBe(shown)
    }
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    const last = await page.locator('footer a').last().boundingBox()
    expect((last?.y ?? 844) + (last?.height ?? 0)).toBeLessThanOrEqual(795)
    await close()
  })

  it('is part of the page in a short window, where a bar would take too much space', async () => {
    const { page, close } = await browser.open({ viewport: { width: 320, height: 256 } })
    await open(page, '/')
    expect((await page.locator('.help').boundingBox())?.y).toBeGreaterThan(256)
    await close()
  })
})

describe('a booking dialog that asks first', () => {
  it('has its final size and shows the contact address', async () => {
    const { page, close } = await browser.open({ viewport: { width: 1600, height: 1000 } })
    await page.route('https://booking.harborandpine.example/**', (route) => route.abort())
    await open(page, '/contact')
    await page.locator('main a[data-opens=schedule]').first().click()
    const dialog = page.locator('dialog:modal')
    await dialog.getByRole('button', { name: 'Fetch the calendar' }).waitFor()
    const size = { width: 1024, height: 850 }
    expect(await dialog.boundingBox()).toMatchObject(size)
    expect(await dialog.locator('a[href^="mailto:"]').isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'Fetch the calendar' }).click()
    await dialog.getByText('The calendar stayed ashore.').waitFor()
    expect(await dialog.boundingBox()).toMatchObject(size)
    await close()
  })
})
