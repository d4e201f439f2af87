import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { createGate, hydrated, sharedBrowser, waitForFrames } from '../behavior/browser.ts'
import { has, needs } from '../needs.ts'
import { createRandom } from '../random.ts'
import { createEditClient, listTexts, openTextField, readTexts } from './edited-texts.ts'
import { type RunningDev, runDev } from './running-dev.ts'

const browser = sharedBrowser()
let dev: RunningDev
let close = async () => {}
beforeAll(async () => {
  dev = await runDev({
    prepare(content) {
      if (!has('git')) return
      const git = (...args: string[]) => execFileSync('git', ['-C', path.dirname(content), ...args])
      git('init', '--quiet')
      git('add', '.')
      git('-c', 'user.name=A', '-c', 'user.email=a@localhost', 'commit', '--quiet', '-m', 'Content')
    },
  })
})
afterAll(() => dev?.stop())
afterEach(() => close())

const PLACE = 'name: Dock\naddress: { street: 1 Pier, locality: Portland, country: US }\nemail: dock@harbor.example\n'
const SECTIONS = `  - type: text
    heading: Two paragraphs
    text: |-
      ${'The first paragraph is so long that it takes several lines. '.repeat(4).trim()}

      The second is short.
  - type: hours
    heading: Where we are

`

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

async function open(address: string, viewport = desk, colorScheme: 'light' | 'dark' = 'light') {
  const opened = await browser.open({ viewport, colorScheme })
  close = opened.close
  await opened.page.goto(dev.site + address)
  await hydrated(opened.page)
  return opened
}

const inEditor = (page: Page, selector: string, hasText?: string | RegExp) =>
  page.locator(`site-editor ${selector}`, hasText === undefined ? {} : { hasText })

/** Uses the keyboard to start editing the open page. */
async function edit(page: Page): Promise<void> {
  await page.keyboard.press('e')
  await inEditor(page, '.bar').waitFor()
  await listTexts(page)
  await page.keyboard.press('Escape')
}

/** Clicks text on the page and waits for its field. */
async function openField(page: Page, selector: string) {
  await page
    .locator(selector)
    .first()
    .click({ position: { x: 12, y: 12 } })
  const field = inEditor(page, '.text-field textarea')
  await field.waitFor()
  return field
}

/** Returns the accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at?.getAttribute('aria-label') ?? (at as HTMLInputElement)?.labels?.[0]?.textContent ?? at?.textContent ?? ''
  })

/** Presses Tab until an element with a matching name has focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (name.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

/** Delays matching requests. @returns a function that releases them */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const gate = createGate()
  await page.route(pattern, async (route) => {
    await gate.opened
    await route.continue()
  })
  return gate.open
}
const holdSaves = (page: Page) => hold(page, '**/@edit/save*')

describe("the editor's text list", () => {
  it('opens entries by keyboard or pointer, changes only listed values, and restores every byte on undo', async () => {
    const random = createRandom(16)
    const changer = createEditClient(dev.site, dev.file('.'))
    for (const [address, viewport] of [
      ['/', desk],
      ['/contact', phone],
    ] as const) {
      const { page, faults } = await open(address, viewport)
      const found = await listTexts(page)
      expect(found.length).toBeGreaterThan(20)
      for (const [index] of found.entries())
        if (random() < 0.1) expect(await openTextField(page, index), `${address} ${index}`).toBeUndefined()
      // Reads the text again, because scrolling changes some of it, such as a carousel's position.
      const listed = await readTexts(page)
      expect(listed.map(({ name }) => name)).toEqual(found.map(({ name }) => name))
      const { changed, listOther, undo } = await changer.change(listed.map(({ name }) => name))
      expect(new Set(await listOther())).toEqual(changed)
      const unseen = async () => {
        const now = await readTexts(page)
        return listed.filter(
          ({ name, text }, at) => changed.has(name) && (now[at]?.name !== name || now[at]?.text === text),
        )
      }
      await expect.poll(unseen).toEqual([])
      expect(await undo()).toEqual([])
      await expect.poll(() => readTexts(page)).toEqual(listed)
      expect(faults).toEqual([])
      await close()
    }
  })

  it('shows the text of the new page after client-side navigation, both forward and back', async () => {
    const { page } = await open('/')
    await listTexts(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/contact"]')?.click())
    await page.waitForURL('**/contact')
    const fresh = async () => (await readTexts(page)).filter(({ name }) => name.startsWith('pages/contact.yaml')).length
    await expect.poll(fresh).toBeGreaterThan(2)
    await page.goBack()
    await expect
      .poll(async () => (await readTexts(page)).some(({ name }) => name.startsWith('pages/home.yaml')))
      .toBe(true)
  })

  it("keeps an entry when a script on the page replaces the entry's text", async () => {
    const { page } = await open('/')
    await listTexts(page)
    const status = async () => (await readTexts(page)).filter(({ name }) => name === 'site.yaml · labels.slide')
    const before = await status()
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-move="1"]')?.click())
    await expect.poll(status).toHaveLength(before.length)
    await expect.poll(status).not.toEqual(before)
  })

  it('omits text in collapsed elements', async () => {
    const { page } = await open('/')
    const { length } = await listTexts(page)
    await page.evaluate(() => document.querySelector('main details[open]')?.removeAttribute('open'))
    await expect.poll(async () => (await readTexts(page)).length).toBeLessThan(length)
  })
})

describe('a text field on the page', () => {
  it('saves on Enter, confirms the save, and returns focus to the list', async () => {
    const { page } = await open('/services/listing-care')
    await page.evaluate(() => Object.assign(document.documentElement, { lang: 'de' }))
    const texts = await listTexts(page)
    // Arrow keys work as soon as the list is open.
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain(texts[0]?.name)
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain(texts[1]?.name)
    const index = texts.findIndex(({ name }) => name.endsWith('hero.heading'))
    await inEditor(page, '.texts button').nth(index).focus()
    await page.keyboard.press('Enter')
    const field = inEditor(page, '.text-field textarea')
    await field.waitFor()
    const before = await field.inputValue()
    // The editor's interface is in English, but the text being edited is in the page's language.
    expect(await inEditor(page, '.text-field :lang(en)').count()).toBeGreaterThan(0)
    expect(await inEditor(page, 'textarea:lang(de)').count()).toBe(1)
    await field.press('End')
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: `${before}!` }).waitFor()
    expect(dev.read('services/listing-care.yaml')).toContain(`${before}!`)
    await expect.poll(() => inEditor(page, '.bar output').textContent()).toBe('Saved')
    expect(await focused(page)).toContain('hero.heading')
    await page.reload()
    await inEditor(page, '.bar button', 'Undo').click()
    await page.locator('h1', { hasText: `${before}!` }).waitFor({ state: 'detached' })
    expect(dev.read('services/listing-care.yaml')).not.toContain(`${before}!`)
  })

  it('shows a concurrent change next to the typed text, and saves only after the user chooses a version', async () => {
    const { page } = await open('/services/listing-care')
    await edit(page)
    const good = dev.read('services/listing-care.yaml')
    const field = await openField(page, 'h1')
    await field.fill('What I typed')
    dev.write('services/listing-care.yaml', good.replace(/^( +heading: ).*$/m, '$1What they wrote'))
    const conflict = inEditor(page, '.conflict')
    await conflict.waitFor()
    expect(await conflict.locator('blockquote').textContent()).toBe('What they wrote')
    await field.press('Enter')
    expect(await field.inputValue()).toBe('What I typed')
    expect(dev.read('services/listing-care.yaml')).toContain('What they wrote')
    await conflict.locator('button', { hasText: 'Keep mine' }).click()
    await field.press('Enter')
    await page.locator('h1', { hasText: 'What I typed' }).waitFor()
    dev.write('services/listing-care.yaml', good)
    await page.locator('h1', { hasText: 'What I typed' }).waitFor({ state: 'detached' })
  })

  it('keeps unsaved text across a reload', async () => {
    const { page } = await open('/services/listing-care')
    await edit(page)
    await (await openField(page, 'h1')).fill('Half a thou')
    const requested = createGate()
    const released = createGate()
    await page.route('**/@dev/page*', async (route) => {
      requested.open()
      await released.opened
      await route.fallback()
    })
    await page.reload()
    await requested.opened
    // The editor hides the button for unsaved text until it knows which text is on the page.
    expect(await inEditor(page, '.unsaved').count()).toBe(0)
    released.open()
    // Editing resumes automatically.
    await inEditor(page, '.unsaved').click()
    const field = inEditor(page, '.text-field textarea')
    expect(await field.inputValue()).toBe('Half a thou')
    await field.press('Escape')
    await inEditor(page, '.unsaved').waitFor({ state: 'detached' })
  })

  it('keeps unsaved text after navigation, and shows a button that reopens it', async () => {
    const { page } = await open('/services/listing-care')
    await edit(page)
    await (await openField(page, 'h1')).fill('Half a thou')
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/contact"]')?.click())
    await page.waitForURL('**/contact')
    await inEditor(page, '.unsaved').click()
    const field = inEditor(page, '.inspector').getByLabel('heading')
    expect(await field.inputValue()).toBe('Half a thou')
    await field.press('Escape')
    await inEditor(page, '.unsaved').waitFor({ state: 'detached' })
  })

  it('reports that the server is unreachable, and keeps the typed text', async () => {
    const { page } = await open('/services/listing-care')
    await edit(page)
    const field = await openField(page, 'h1')
    await field.fill('Typed into the void')
    await page.route('**/@edit/**', (route) => route.abort())
    await field.press('Enter')
    await inEditor(page, '.text-field .refusal', 'still running').waitFor()
    expect(await field.inputValue()).toBe('Typed into the void')
  })
})

describe('the editor on a page', () => {
  it('opens dialogs from link fields, activates controls on Alt+click, and lets users edit dialog text', async () => {
    const { page, faults } = await open('/')
    await edit(page)
    await page.locator('main a[data-opens=contact]').first().click()
    await inEditor(page, '.text-field button', 'Follow link').click()
    const dialog = page.locator('dialog:modal')
    await dialog.waitFor()
    const field = await openField(page, 'dialog:modal :is(h2, h3)')
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('[data-carousel] [data-move="1"]').click({ modifiers: ['Alt'] })
    await page.locator('[data-status]', { hasText: '2–3' }).waitFor()
    await page
      .locator('.top a[href="/contact"], .foot a[href="/contact"]')
      .first()
      .click({ modifiers: ['Alt'] })
    await page.waitForURL('**/contact')
    expect(faults).toEqual([])
  })

  it('opens the field panel for a value that is not text, and saves only once if Tab follows Enter', async () => {
    const { page } = await open('/services/listing-care')
    const saves: string[] = []
    page.on('request', (request) => request.url().includes('/@edit/save') && saves.push(request.url()))
    await edit(page)
    await page.locator('#main').getByText('48%', { exact: true }).first().click()
    await inEditor(page, '.crumbs', 'Bars1').waitFor()
    await tabTo(page, /^Value/)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('47')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => dev.read('services/listing-care.yaml')).toContain('value: 47')
    await page.locator('#main').getByText('47%', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => dev.read('services/listing-care.yaml')).toContain('value: 48')
    expect(saves).toHaveLength(1)
  })

  it('edits a paragraph after a click between or beside its lines, and focuses the field of other text', async () => {
    mkdirSync(dev.file('places'), { recursive: true })
    dev.write('places/dock.yaml', PLACE)
    dev.edit('pages/contact.yaml', /^sections:\n/m, `sections:\n${SECTIONS}`)
    const { page } = await open('/contact')
    const paragraphs = page.locator('.text-body p')
    await paragraphs.first().waitFor()
    await edit(page)
    const field = inEditor(page, '.text-field textarea')
    /** Clicks between the first two lines of a paragraph, or at its end edge. */
    const click = async (index: number, where: 'between' | 'beside') => {
      const at = await paragraphs.nth(index).evaluate((paragraph, beside) => {
        const { left, right, top, bottom } = paragraph.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(paragraph)
        const [first, second] = [...range.getClientRects()]
        const gap = ((first?.bottom ?? 0) + (second?.top ?? 0)) / 2
        return beside ? { x: right - 4, y: (top + bottom) / 2 } : { x: left + 40, y: gap }
      }, where === 'beside')
      await page.mouse.click(at.x, at.y)
      await field.waitFor()
      expect(await focused(page), where).toBe('pages/contact.yaml · sections.0.text')
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'detached' })
    }
    await click(0, 'between')
    await click(1, 'beside')
    await page.locator('#main a[href="mailto:dock@harbor.example"]').click()
    await expect.poll(() => focused(page)).toMatch(/^email/i)
    dev.write('pages/contact.yaml', dev.read('pages/contact.yaml').replace(SECTIONS, ''))
    rmSync(dev.file('places/dock.yaml'))
  })

  it('shows the fields and steps that a form hides, so that their texts can be edited', async () => {
    const form = dev.read('forms/contact.yaml')
    const group = '  - title: On Amazon\n    when: { field: channel, is: [amazon] }\n    fields:\n'
    const field = '      - { kind: text, name: store, label: Store name, required: true }\n'
    dev.edit('forms/contact.yaml', /^submit:/m, `${group}${field}steps: true\nsubmit:`)
    const { page, faults } = await open('/contact')
    const label = page.locator('main form label', { hasText: 'Store name' })
    await page.locator('main form > p', { hasText: 'Step 1' }).waitFor()
    expect(await label.isVisible()).toBe(false)
    await edit(page)
    // The control of the label is disabled, so Playwright would wait.
    await label.click({ force: true })
    const text = inEditor(page, '.text-field textarea')
    await text.waitFor()
    await text.fill('Name of the store')
    await text.press('Enter')
    await expect.poll(() => dev.read('forms/contact.yaml')).toContain('label: Name of the store')
    await page.locator('main form label', { hasText: 'Name of the store' }).waitFor()
    expect(faults).toEqual([])
    dev.write('forms/contact.yaml', form)
  })

  it('stays on top of its text near the lower edge of the window, with the help above it', async () => {
    const { page } = await open('/', { width: 1440, height: 700 })
    await edit(page)
    const text = page.locator('#main h2').first()
    const top = await text.evaluate((heading) => {
      window.scrollBy({ top: heading.getBoundingClientRect().top - (innerHeight - 150), behavior: 'instant' })
      return heading.getBoundingClientRect().top
    })
    // Delays the facts, which make the help taller.
    const answered = createGate()
    await page.route('**/@edit/choices*', async (route) => {
      await answered.opened
      await route.fallback()
    })
    const field = await openField(page, '#main h2')
    const topOf = (selector: string) =>
      inEditor(page, `.text-field ${selector}`).evaluate((element) => element.getBoundingClientRect().top)
    const before = await topOf('textarea')
    expect(Math.abs(before - top)).toBeLessThan(12)
    answered.open()
    await inEditor(page, '.text-field .facts').waitFor()
    await page.evaluate(waitForFrames)
    expect(await topOf('textarea')).toBe(before)
    expect(await topOf('.text-about')).toBeLessThan(before)
    await field.press('Escape')
  })

  it('focuses the picture that was clicked, not its caption', async () => {
    const { page } = await open('/visit')
    await edit(page)
    for (const [index, crumb] of ['Photos1', 'Photos2'].entries()) {
      await page.locator('.picture-photos img').nth(index).click()
      await inEditor(page, '.crumbs', crumb).waitFor()
      await expect.poll(() => focused(page)).toMatch(/^Add a picture/)
      await page.keyboard.press('Escape')
    }
  })

  it('follows a renamed file and its page on undo and redo, and lists all files after undoing a new one', async () => {
    const { page, faults } = await open('/services/listing-care')
    const before = dev.read('services/listing-care.yaml')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    await inEditor(page, 'button', 'Rename…').click()
    await inEditor(page, 'input[name=slug]').fill('page-care')
    await page.keyboard.press('Enter')
    const isShown = async (name: string) => {
      await page.waitForURL(`**/services/${name}`)
      await inEditor(page, '.panel h2', `services/${name}.yaml`).waitFor()
      await inEditor(page, '.fields .entry').first().waitFor()
    }
    await isShown('page-care')
    for (const [step, name] of [
      ['Undo', 'listing-care'],
      ['Redo', 'page-care'],
      ['Undo', 'listing-care'],
    ] as const) {
      await inEditor(page, '.bar button', step).click()
      await isShown(name)
    }
    expect(dev.read('services/listing-care.yaml')).toBe(before)

    await inEditor(page, '.bar button', 'Files').click()
    await inEditor(page, '.new option', 'service').first().waitFor({ state: 'attached' })
    await inEditor(page, '.new select').selectOption('service')
    await inEditor(page, 'input[name=slug]').fill('night-watch')
    await page.keyboard.press('Enter')
    await isShown('night-watch')
    // While the file is being removed, the page's text changes, as it does when a menu opens.
    await page.route('**/@edit/undo*', async (route) => {
      const response = await route.fetch()
      await page.evaluate(() => document.getElementById('main')?.toggleAttribute('open'))
      await page.evaluate(waitForFrames)
      await route.fulfill({ response })
    })
    await inEditor(page, '.bar button', 'Undo').click()
    await page.waitForURL('**/services')
    await inEditor(page, '.panel h2', 'All files').waitFor()
    expect(faults).toEqual([])
  })

  it('saves interdependent values together, such as a sum and its parts', async () => {
    const { page } = await open('/')
    const before = dev.read('pages/home.yaml')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    const write = async (keys: (string | number)[], value: string) => {
      await inEditor(page, '.crumbs button').first().click()
      for (const key of ['sections', 0, 'picture', ...keys]) await inEditor(page, `button[data-step="${key}"]`).click()
      await inEditor(page, '.inspector .field input').fill(value)
      await page.keyboard.press('Enter')
    }
    await write(['rows', 3, 'amounts', 0], '-1000')
    await inEditor(page, '.refusal', 'sum.amounts.0: ').waitFor()
    expect(dev.read('pages/home.yaml')).toBe(before)
    await write(['rows', 3, 'amounts', 2], '-1300')
    await write(['sum', 'amounts', 0], '2330')
    expect(dev.read('pages/home.yaml')).toBe(before)
    await write(['sum', 'amounts', 2], '3200')
    const after = before
      .replace('[-900, -300, -1200]', '[-1000, -300, -1300]')
      .replace('[2430, 870, 3300]', '[2330, 870, 3200]')
    await expect.poll(() => dev.read('pages/home.yaml')).toBe(after)
    await expect.poll(() => inEditor(page, '.bar button', 'Unsaved changes').count()).toBe(0)
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => dev.read('pages/home.yaml')).toBe(before)
  })
})

describe('input during a save', () => {
  it('is shown immediately, and its last value is saved', async () => {
    const { page } = await open('/blog/ceilings-for-ads')
    const before = dev.read('blog/ceilings-for-ads.md')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    const release = await holdSaves(page)
    const motif = inEditor(page, '[data-step="cover"] select')
    const isDraft = inEditor(page, '[data-step="draft"] input')
    await motif.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await motif.inputValue()).toBe('schedule')
    for (let presses = 0; presses < 3; presses += 1) await isDraft.press('Space')
    expect(await isDraft.isChecked()).toBe(true)
    release()
    const after = before.replace('cover: budget', 'cover: schedule')
    await expect.poll(() => dev.read('blog/ceilings-for-ads.md').replace(/^draft: true\r?\n/m, '')).toBe(after)
    await expect.poll(() => dev.read('blog/ceilings-for-ads.md')).toMatch(/^draft: true$/m)
    expect(await inEditor(page, '.refusal').count()).toBe(0)
    await motif.press('e')
    for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Control+z')
    await expect.poll(() => dev.read('blog/ceilings-for-ads.md')).toBe(before)
    await expect.poll(() => motif.inputValue()).toBe('budget')
  })

  it('is not sent again on blur after it has been rejected', async () => {
    const { page } = await open('/services/listing-care')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    const title = inEditor(page, '[data-step="title"] :is(input, textarea)')
    await title.fill('')
    const rejected = page.waitForResponse('**/@edit/save*')
    await title.press('Enter')
    await rejected
    await page.waitForResponse('**/@edit/entry*').then((response) => response.finished())
    await page.evaluate(waitForFrames)
    let requests = 0
    page.on('request', () => {
      requests += 1
    })
    await inEditor(page, '.crumbs button').first().focus()
    await page.evaluate(waitForFrames)
    expect(requests).toBe(0)
    const repeated = page.waitForRequest('**/@edit/save*')
    await title.press('Enter')
    await repeated
    await inEditor(page, '.refusal').waitFor()
    await title.press('Escape')
  })

  it('is reported in the toolbar if it is rejected after the user has opened another group, so that no field moves', async () => {
    const { page } = await open('/')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    for (const key of ['sections', 0, 'picture', 'sum', 'amounts', 0])
      await inEditor(page, `button[data-step="${key}"]`).click()
    await inEditor(page, '.inspector .field input').fill('1')
    const release = await holdSaves(page)
    await inEditor(page, '.crumbs button', 'Sections').click()
    const entry = inEditor(page, '.entries .entry').first()
    const before = await entry.boundingBox()
    release()
    await inEditor(
      page,
      '.bar output',
      /^Not saved: pages\/home\.yaml · sections\.0\.picture\.sum\.amounts\.0\n/,
    ).waitFor()
    expect(await inEditor(page, '.refusal').count()).toBe(0)
    expect(await entry.boundingBox()).toEqual(before)
    await inEditor(page, '.bar button', 'Unsaved changes: 1').click()
    await inEditor(page, '.inspector .field input').press('Escape')
  })

  it('applies to the list entry that was on screen at that moment', async () => {
    const { page } = await open('/services')
    const before = dev.read('pages/services.yaml')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    await inEditor(page, 'button[data-step="sections"]').click()
    const release = await holdSaves(page)
    await inEditor(page, '.entries .entry').first().focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    for (let clicks = 0; clicks < 2; clicks += 1)
      await inEditor(page, 'button[aria-label="Remove 1"]').evaluate((button: HTMLElement) => button.click())
    release()
    await expect.poll(() => focused(page)).toMatch(/^2 hero/)
    expect(dev.read('pages/services.yaml').match(/type: \w+/g)).toEqual([
      'type: services',
      'type: hero',
      'type: closing',
    ])
    expect(await inEditor(page, '.refusal').count()).toBe(0)
    // Undo updates the editor's list before the page. Until the page is updated, the list must reject changes.
    const showPage = await hold(page, '**/@dev/page*')
    await page.keyboard.press('Control+z')
    await expect.poll(() => inEditor(page, '.entries .entry').first().textContent()).toMatch(/^1 ?hero/)
    expect(dev.read('pages/services.yaml')).toBe(before)

    const releaseAdd = await holdSaves(page)
    await inEditor(page, '.field select').selectOption('closing')
    await inEditor(page, 'button', /^Add$/).dblclick()
    showPage()
    releaseAdd()
    await expect.poll(() => focused(page)).toMatch(/^Heading/)
    expect(dev.read('pages/services.yaml').match(/type: closing/g)?.length).toBe(2)
    expect(await inEditor(page, '.refusal').count()).toBe(0)
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => dev.read('pages/services.yaml')).toBe(before)
  })
})

describe('the keyboard focus', () => {
  const JOB = 'jobs/listing-keeper.md'
  let saved = ''
  /** Opens the panel that shows the job's fields. */
  async function openJob(): Promise<Page> {
    saved = dev.read(JOB)
    const { page } = await open('/careers/listing-keeper')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    await inEditor(page, '[data-step=department] :is(input, textarea)').waitFor()
    return page
  }
  /** Changes the job's file, and delays the response with which the panel reads it. @returns a function that releases the response */
  async function changeDuringRead(page: Page): Promise<() => void> {
    const requested = createGate()
    const released = createGate()
    await page.route(
      '**/@edit/entry*',
      async (route) => {
        const response = await route.fetch()
        requested.open()
        await released.opened
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    dev.edit(JOB, /^(title: .*)$/m, '$1s')
    await requested.opened
    return released.open
  }
  const countReads = (page: Page) => {
    let count = 0
    page.on('requestfinished', (request) => {
      if (request.url().includes('/@edit/entry')) count += 1
    })
    return () => count
  }
  afterEach(() => dev.write(JOB, saved))

  it('stays in a reference field when its choices have loaded', async () => {
    const page = await openJob()
    await inEditor(page, '[data-step=people]').click()
    const release = await hold(page, '**/@edit/choices*')
    await inEditor(page, '.entries .entry').first().click()
    await expect.poll(() => focused(page)).toMatch(/^Entry 1/)
    await page.keyboard.type('x')
    expect(await inEditor(page, '.fields select').inputValue()).toBe('astrid-lund')
    release()
    await inEditor(page, 'option[value=silas-pine]').waitFor({ state: 'attached' })
    expect(await focused(page)).toMatch(/^Entry 1/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => dev.read(JOB)).toContain('people: [silas-pine]')
  })

  it('stays at the same character when a text field becomes shorter because its last line break is deleted', async () => {
    const page = await openJob()
    dev.edit(JOB, /^department: .*$/m, 'department: |-\n  List\n  ings')
    const field = inEditor(page, '[data-step=department] textarea')
    await field.evaluate((area: HTMLTextAreaElement) => {
      area.focus()
      area.setSelectionRange(5, 5)
    })
    await page.keyboard.press('Backspace')
    await inEditor(page, '[data-step=department] input').waitFor()
    await page.keyboard.type('-')
    expect(await inEditor(page, '[data-step=department] input').inputValue()).toBe('List-ings')
    await page.keyboard.press('Escape')
  })

  it('moves to the button that adds a list again after the list is removed, even if another change loads meanwhile', async () => {
    const page = await openJob()
    const releaseRead = await changeDuringRead(page)
    const releaseSave = await holdSaves(page)
    await inEditor(page, 'button[aria-label="Remove people"]').click()
    releaseRead()
    await expect
      .poll(() => inEditor(page, '[data-step=title] :is(input, textarea)').inputValue())
      .toBe('Listing Keepers')
    releaseSave()
    await inEditor(page, 'button[data-step=people].missing').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^Add people/)
  })

  it('moves to the previous entry after the last entry is removed, even if another change loads meanwhile', async () => {
    const page = await openJob()
    await inEditor(page, '[data-step=responsibilities]').click()
    dev.edit(JOB, 'responsibilities:', 'responsibilities:\n  - Answer letters.')
    await inEditor(page, '.entries li:nth-child(4)').waitFor()
    const reads = countReads(page)
    const releaseRead = await changeDuringRead(page)
    const releaseSave = await holdSaves(page)
    const sent = page.waitForRequest('**/@edit/save*')
    await inEditor(page, 'button[aria-label="Remove 4"]').click()
    await sent
    const before = reads()
    releaseRead()
    await expect.poll(reads).toBeGreaterThan(before)
    await page.evaluate(waitForFrames)
    releaseSave()
    await inEditor(page, '.entries li:nth-child(4)').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^3 Read/)
  })

  it('stays where the user has moved it while text is being saved', async () => {
    const page = await openJob()
    await inEditor(page, '[data-step="#body"]').click()
    const text = inEditor(page, '#body')
    await text.fill('A new text.')
    const release = await holdSaves(page)
    await text.press('Control+Enter')
    await inEditor(page, '.crumbs button').first().focus()
    release()
    await inEditor(page, 'button:disabled', /^Save Ctrl/).waitFor()
    expect(await focused(page)).toBe('listing-keeper.md')
  })

  it('stays where the user has moved it while a list entry is being moved', async () => {
    const page = await openJob()
    await inEditor(page, '[data-step=responsibilities]').click()
    const release = await holdSaves(page)
    await inEditor(page, '.entries .entry').first().press('Alt+ArrowDown')
    await inEditor(page, '.crumbs button').first().focus()
    release()
    await inEditor(page, '.bar output', /^Moved to 2/).waitFor()
    expect(await focused(page)).toBe('listing-keeper.md')
  })

  it('stays in a text field when the page cannot be updated, and the page reloads only after the field is closed', async () => {
    const page = await openJob()
    await page.keyboard.press('Escape')
    const field = await openField(page, 'h1')
    await field.fill('Half a thou')
    await page.route('**/@dev/page*', (route) => route.abort())
    dev.edit(JOB, /^(summary: .*)$/m, '$1!')
    await expect.poll(() => inEditor(page, '.bar output').textContent()).toMatch(/could not be updated/)
    await page.keyboard.type('ght')
    expect(await field.inputValue()).toBe('Half a thought')
    await page.unroute('**/@dev/page*')
    const reloaded = page.waitForEvent('load')
    await field.press('Escape')
    await reloaded
    await inEditor(page, '.bar').waitFor()
  })
})

describe('sections of a page', () => {
  it('can be moved, added, removed and restored with the keyboard, and each step is announced', async () => {
    const { page } = await open('/services')
    const before = dev.read('pages/services.yaml')
    const announced = () => inEditor(page, '.bar output').textContent()
    const entries = () => inEditor(page, '.entries .entry').allTextContents()
    await page.keyboard.press('e')
    await inEditor(page, '.bar').waitFor()
    await tabTo(page, /^Fields$/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Sections/)
    await page.keyboard.press('Enter')
    await inEditor(page, '.entries').waitFor()
    const [first = '', second = '', ...others] = (await entries()).map((text) => text.slice(1))
    await tabTo(page, /^1 /)
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(announced).toBe(`Moved to 2 of ${others.length + 2}`)
    expect(await focused(page)).toBe(`2${first}`)
    expect((await entries()).map((text) => text.slice(1))).toEqual([second, first, ...others])

    await tabTo(page, /^Remove 3$/)
    await page.keyboard.press('Enter')
    await expect.poll(announced).toContain('Removed entry 3')
    expect((await entries()).length).toBe(others.length + 1)
    await page.keyboard.press('Control+z')
    await expect.poll(announced).toBe('Undone')
    await page.keyboard.press('Control+z')
    await expect.poll(() => dev.read('pages/services.yaml')).toBe(before)
    await expect.poll(async () => (await entries())[0]?.slice(1)).toBe(first)

    await tabTo(page, /^Type of new entry/)
    await page.keyboard.type('closing')
    await tabTo(page, /^Add$/)
    await page.keyboard.press('Enter')
    // The new section's first field has focus, so typed text goes into it.
    await expect.poll(() => focused(page)).toMatch(/^Heading/)
    await page.keyboard.type('Even easier')
    await page.keyboard.press('Enter')
    await expect.poll(() => dev.read('pages/services.yaml')).toContain('heading: Even easier')
    expect(dev.read('pages/services.yaml').match(/type: closing/g)?.length).toBe(2)
    // F6 moves the focus to the bar and back.
    await page.keyboard.press('F6')
    expect(await focused(page)).toBe('Text')
    await page.keyboard.press('F6')
    expect(await focused(page)).toMatch(/^Heading/)
    await page.keyboard.press('F6')
    await page.keyboard.press('Control+z')
    await expect.poll(() => dev.read('pages/services.yaml')).not.toContain('Even easier')
    await page.keyboard.press('Control+z')
    await expect.poll(() => dev.read('pages/services.yaml')).toBe(before)
    // The panel now shows the original closing section, which is back at its old position.
    await tabTo(page, /^Sections$/)
    await page.keyboard.press('Enter')
    await inEditor(page, '.entries').waitFor()

    await tabTo(page, /^2 /)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Heading/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toMatch(/^[A-Z][a-z ]+$/)
    // The `e` shortcut does not end editing while a panel is open.
    await page.keyboard.press('e')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^2 /)
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await inEditor(page, '.bar').waitFor({ state: 'detached' })
  })

  it('can be moved by dragging, while a marker shows the drop position', async () => {
    const { page } = await open('/services')
    const before = dev.read('pages/services.yaml')
    await edit(page)
    await inEditor(page, '.bar button', 'Fields').click()
    await inEditor(page, '.entry', 'Sections').click()
    const entries = inEditor(page, '.entries .entry')
    const [first = ''] = await entries.allTextContents()
    const [from, to] = [await entries.nth(0).boundingBox(), await entries.nth(1).boundingBox()]
    if (!from || !to) throw new Error('there are no two sections')
    await page.mouse.move(from.x + 40, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 10, { steps: 4 })
    await page.mouse.move(to.x + 40, to.y + 20, { steps: 4 })
    expect(await inEditor(page, '.entries [data-mark]').count()).toBe(1)
    await page.mouse.up()
    await expect.poll(async () => (await entries.allTextContents())[1]?.slice(1)).toBe(first.slice(1))
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => dev.read('pages/services.yaml')).toBe(before)
  })
})

/** States of the editor on a service page; each starts from the previous state. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'nothing open': async () => {},
  'hovered text': (page) => page.locator('h1').hover({ position: { x: 12, y: 12 } }),
  'an open text field': async (page) => void (await openField(page, 'h1')),
  'rejected text': async (page) => {
    await inEditor(page, '.text-field textarea').fill('x'.repeat(300))
    await page.keyboard.press('Enter')
    await inEditor(page, '.text-field .refusal').waitFor()
  },
  'a conflict': async (page) => {
    dev.edit('services/listing-care.yaml', /^( +heading: )/m, '$1They wrote that ')
    await inEditor(page, '.conflict').waitFor()
  },
  'the text list': async (page) => {
    await inEditor(page, '.conflict button', 'Use theirs').click()
    await listTexts(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
  },
  'the fields of a file': async (page) => {
    await page.keyboard.press('Escape')
    await inEditor(page, '.bar button', 'Fields').click()
    await inEditor(page, '.inspector .field').first().waitFor()
  },
  'the rename form': (page) => inEditor(page, '.actions button', 'Rename').click(),
  'the delete dialog': (page) =>
    inEditor(page, '.actions button', 'Cancel')
      .click()
      .then(() => inEditor(page, '.actions button', 'Delete').click()),
  'a list': async (page) => {
    await page.keyboard.press('Escape')
    await inEditor(page, '.entry', 'Features').click()
    await inEditor(page, '.entry', 'Items').click()
    await inEditor(page, '.entries li').first().waitFor()
  },
  'all files, with the form for a new file': async (page) => {
    await page.keyboard.press('Escape')
    await inEditor(page, '.bar button', 'Files').click()
    await inEditor(page, '.new select').selectOption('blog')
    await inEditor(page, 'summary', 'blog').click()
  },
  'uncommitted changes': async (page) => {
    await page.keyboard.press('Escape')
    await inEditor(page, '.bar button', /^Changes$/).click()
    await inEditor(page, 'summary').first().click()
    await inEditor(page, '.diff').waitFor()
  },
  'the name of a proposal': async (page) => {
    await page.keyboard.press('Escape')
    const field = await openField(page, 'h1')
    await field.fill('Proposed words')
    await inEditor(page, '.text-field button', 'Save as proposal').click()
    await inEditor(page, 'dialog input').waitFor()
  },
  'an open proposal': async (page) => {
    await inEditor(page, 'dialog input').fill('states')
    await page.keyboard.press('Enter')
    await inEditor(page, '.text-field').waitFor({ state: 'detached' })
    await inEditor(page, '.bar button', /^Changes$/).click()
    await inEditor(page, '.proposals summary').click()
    await inEditor(page, '.proposals .diff').waitFor()
    await inEditor(page, '.proposals button', 'Approve').click()
    await inEditor(page, '.proposals summary', 'Approved').waitFor()
  },
  'a proposal with a conflict': async (page) => {
    dev.edit('services/listing-care.yaml', /^( +heading: )/m, '$1Later ')
    await inEditor(page, '.proposals .conflict').waitFor()
  },
}

describe('the editor', () => {
  for (const [name, viewport, scheme] of [
    ['on a desktop in light mode', desk, 'light'],
    ['on a phone in dark mode', phone, 'dark'],
  ] as const)
    it(`has no axe violations in any state ${name}`, needs('git'), async () => {
      const good = dev.read('services/listing-care.yaml')
      const { page } = await open('/services/listing-care', viewport, scheme)
      await edit(page)
      const found: string[] = []
      for (const [state, reach] of Object.entries(states)) {
        await reach(page)
        const issues = toPageFindings(await runAxe(page, {}, 'site-editor'))
        found.push(...issues.map(({ rule, message }) => `${state}: ${rule} ${message}`))
      }
      expect(found).toEqual([])
      dev.write('services/listing-care.yaml', good)
      rmSync(dev.file('../.northshelf'), { recursive: true })
    })
})

describe('a picture', () => {
  it('can be dropped onto its field, removed, and chosen again from the existing pictures', async () => {
    const { page } = await open('/')
    const named = () => /^image: (.*)/m.exec(dev.read('testimonials/signe-tea.yaml'))?.[1]
    await edit(page)
    await inEditor(page, '.bar button', 'Files').click()
    await inEditor(page, 'summary', 'testimonials').click()
    await inEditor(page, '.texts button', 'signe-tea.yaml').click()
    const dataTransfer = await page.evaluateHandle((bytes) => {
      const transfer = new DataTransfer()
      const file = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([file], 'Signe at work.png', { type: 'image/png' }))
      return transfer
    }, PIXEL)
    await inEditor(page, '.picture').dispatchEvent('drop', { dataTransfer })
    await expect.poll(named).toBe('signe-at-work.png')
    const seen = inEditor(page, '.picture > .row img')
    await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await inEditor(page, '.picture button', 'Remove').click()
    await expect.poll(named).toBeUndefined()
    await inEditor(page, '.picture summary').click()
    await inEditor(page, '.picture li button', 'signe-at-work.png').press('Enter')
    await expect.poll(named).toBe('signe-at-work.png')
  })
})

describe('a picture with an alternative text', () => {
  it('asks for the new text when it is replaced, and writes nothing if the user cancels', async () => {
    const { page, faults } = await open('/visit')
    const picture = path.join(path.dirname(dev.options.content), 'Boat.jpg')
    copyFileSync(dev.file('images/pier.jpg'), picture)
    const before = dev.read('pages/visit.yaml')
    const images = readdirSync(dev.file('images'))
    await edit(page)
    await page.locator('.picture-photos img').nth(1).click()
    const undo = () => inEditor(page, '.bar button', 'Undo').getAttribute('title')
    const earlier = await undo()
    const field = inEditor(page, '.picture input')
    const name = inEditor(page, '.picture .name')
    const text = inEditor(page, 'dialog').getByLabel('Alternative text')
    const cancel = async () => {
      expect(await text.inputValue()).toBe('The same pier at dusk')
      await text.press('Escape')
      await text.waitFor({ state: 'detached' })
      expect(await name.textContent()).toBe('pier-at-dusk.jpg')
      expect(await undo()).toBe(earlier)
      expect(dev.read('pages/visit.yaml')).toBe(before)
      expect(readdirSync(dev.file('images'))).toEqual(images)
    }
    await field.setInputFiles(picture)
    await cancel()
    await inEditor(page, '.picture summary').click()
    await inEditor(page, '.picture li button', /^pier\.jpg$/).click()
    await cancel()

    await field.setInputFiles(picture)
    await text.fill('A boat')
    await text.press('Enter')
    await expect.poll(() => name.textContent()).toBe('boat.jpg')
    const after = before.replace('pier-at-dusk.jpg, alt: The same pier at dusk', 'boat.jpg, alt: A boat')
    await expect.poll(() => dev.read('pages/visit.yaml')).toBe(after)
    await page.locator('.picture-photos img[alt="A boat"]').waitFor()
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => dev.read('pages/visit.yaml')).toBe(before)
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => readdirSync(dev.file('images'))).toEqual(images)
    expect(faults).toEqual([])
  })
})

describe('an article', () => {
  it('can be created, written, illustrated, dated, published and deleted with only the keyboard', async () => {
    const picture = path.join(path.dirname(dev.options.content), 'High tide.png')
    writeFileSync(picture, Buffer.from(PIXEL, 'base64'))
    const { page, faults } = await open('/blog')
    const type = async (name: RegExp, text: string) => {
      await tabTo(page, name)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    const press = async (name: RegExp, key = 'Enter') => {
      await tabTo(page, name)
      await page.keyboard.press(key)
    }
    await page.keyboard.press('e')
    await inEditor(page, '.bar').waitFor()
    await press(/^Files$/)
    await inEditor(page, '.new option', 'blog').waitFor({ state: 'attached' })
    await tabTo(page, /^New/)
    await page.keyboard.type('blog')
    await type(/^File name/, 'tide-notes')
    await page.waitForURL('**/blog/tide-notes')

    await inEditor(page, '.panel h2', 'blog/tide-notes.md').waitFor()
    await inEditor(page, '.panel', /\d+ fields still contain TODO/).waitFor()
    await type(/^Title/, 'Notes on the tide')
    await page.locator('h1', { hasText: 'Notes on the tide' }).waitFor()
    await type(/^Summary/, 'What the tide did in a month of watching it.')
    await tabTo(page, /^Published/)
    await page.keyboard.type('01312090')
    await page.keyboard.press('Enter')
    await expect.poll(() => dev.read('blog/tide-notes.md')).toContain('published: 2090-01-31')

    await press(/^Text /)
    await expect.poll(() => focused(page)).toMatch(/^Markdown text/)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('It came in twice a day.')
    await page.locator('#main p', { hasText: 'It came in twice a day.' }).waitFor()
    expect(dev.read('blog/tide-notes.md')).not.toContain('twice a day')
    await page.keyboard.type(' Ask [us](/contact) when.\n\n')
    const choosePicture = async () => {
      const chooser = page.waitForEvent('filechooser')
      await press(/^Add a picture/)
      await (await chooser).setFiles(picture)
      await inEditor(page, 'dialog').waitFor()
    }
    await choosePicture()
    await page.keyboard.press('Escape')
    await inEditor(page, 'dialog').waitFor({ state: 'detached' })
    expect(existsSync(dev.file('images/high-tide.png'))).toBe(false)
    await tabTo(page, /^Markdown text/)
    await page.keyboard.press('Control+End')
    await choosePicture()
    await type(/^Alternative text/, 'The pier at high tide')
    await page.locator('#main img[alt="The pier at high tide"]').waitFor()
    await tabTo(page, /^Markdown text/)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(() => dev.read('blog/tide-notes.md'))
      .toMatch(
        /It came in twice a day\. Ask \[us\]\(\/contact\) when\.\n\n!\[The pier at high tide\]\(\.\.\/images\/high-tide\.png\)/,
      )

    await press(/^tide-notes\.md$/)
    await expect.poll(() => focused(page)).toMatch(/^Text /)
    await press(/^Draft/, 'Space')
    await inEditor(page, 'dialog', /\d+ fields still contain TODO.*Publish anyway/).waitFor()
    expect(dev.read('blog/tide-notes.md')).toMatch(/^draft: true/m)
    await press(/^Publish$/)
    await expect.poll(() => dev.read('blog/tide-notes.md')).not.toMatch(/^draft: true/m)
    await press(/^Delete…$/)
    await press(/^Delete$/)
    await page.waitForURL('**/blog')
    await expect.poll(() => focused(page)).toBe('All files')
    await tabTo(page, /^Search$/)
    await page.keyboard.type('ceilings blog')
    await expect.poll(() => inEditor(page, '.panel .texts button').count()).toBe(1)
    expect(await inEditor(page, '.panel [role=status]').textContent()).toMatch(/^1 of \d+ files$/)
    expect(faults).toEqual([])
  })

  it('can be deleted before the panel has received the result of a save', async () => {
    const name = 'blog/short-lived.md'
    dev.write(name, dev.read('blog/ceilings-for-ads.md').replace(/^title: .*$/m, 'title: Short-lived'))
    await expect.poll(async () => (await fetch(`${dev.site}/blog/short-lived`)).status).toBe(200)
    const { page, faults } = await open('/blog/short-lived')
    await edit(page)
    await page.locator('site-editor').getByRole('button', { name: 'Fields', exact: true }).click()
    const deleted = createGate()
    await page.route('**/@edit/save?*', async (route) => {
      const response = await route.fetch()
      await deleted.opened
      await route.fulfill({ response })
    })
    await inEditor(page, '.panel').getByLabel('Summary').fill('It was here.')
    await page.keyboard.press('Enter')
    await expect.poll(() => dev.read(name)).toContain('It was here.')
    await inEditor(page, '.panel').getByRole('button', { name: 'Delete…' }).click()
    await inEditor(page, 'dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => existsSync(dev.file(name))).toBe(false)
    const reread = page.waitForResponse('**/@edit/entry?*')
    deleted.open()
    await reread
    await page.waitForURL('**/blog')
    expect(faults).toEqual([])
  })
})

describe('a Markdown text with a caption, a callout and code', () => {
  it('opens at the clicked block and is saved unchanged except for the edit', async () => {
    const blocks = `Alpha comes before.

> [!WARNING]
> Bravo is the warning.

Charlie comes after.

![A dot](../images/dot.png "Delta is the caption")

\`\`\`js
const echo = 'code'
\`\`\`
`
    const name = 'blog/blocks.md'
    const file = dev.read('blog/ceilings-for-ads.md').replace(/^title: .*$/m, 'title: Blocks')
    mkdirSync(dev.file('images'), { recursive: true })
    dev.write('images/dot.png', Buffer.from(PIXEL, 'base64'))
    const before = `${file}\n${blocks}`
    dev.write(name, before)
    const { page, faults } = await open('/blog')
    await expect.poll(async () => (await fetch(`${dev.site}/blog/blocks`)).status).toBe(200)
    await page.goto(`${dev.site}/blog/blocks`)
    await hydrated(page)
    await edit(page)
    // The page has its full width only when the panel has closed.
    await inEditor(page, '.panel').waitFor({ state: 'detached' })
    const area = inEditor(page, '.body textarea')
    const caretLine = () =>
      area.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart).split('\n')[0])
    const textAt = async (selector: string, line: string) => {
      await page.locator(selector).click({ position: { x: 8, y: 8 } })
      await expect.poll(caretLine).toBe(line)
    }
    await textAt('.callout + p', 'Charlie comes after.')
    await textAt('.captioned figcaption', 'Delta is the caption")')
    await textAt('.callout-label strong', 'Bravo is the warning.')
    await textAt('pre .code-keyword', "const echo = 'code'")

    const changed = before.replace('Charlie comes after.', 'Charlie follows.').replace('Delta is', 'Foxtrot is')
    await area.fill(changed.slice(changed.indexOf('\n---\n', 3) + 5).trimStart())
    await page.locator('figcaption', { hasText: 'Foxtrot is the caption' }).waitFor()
    await page.locator('.callout-warning + p', { hasText: 'Charlie follows.' }).waitFor()
    await area.press('Control+Enter')
    await expect.poll(() => dev.read(name)).toBe(changed)
    rmSync(dev.file(name))
    rmSync(dev.file('images/dot.png'))
    expect(faults).toEqual([])
  })
})

describe('HTML in a Markdown text', () => {
  const name = 'blog/elements.md'
  const body = `Press <kbd>Ctrl</kbd>+<kbd>S</kbd> for H<sub>2</sub>O and x<sup>2</sup>, <mark>marked</mark>.
The <abbr title="Fulfilment by Amazon">FBA</abbr> price was <del>$4</del> <ins>$3</ins>, <small>says</small> <samp>n</samp>.

<details>
<summary>What do the <b>fees</b> include?</summary>

They include **everything**, with a [link](/contact).

</details>

<details open>
<summary>And what not?</summary>

Advertising   is billed by the marketplace.

</details>

<dl>
<dt>Referral fee</dt>
<dd>A share of the price.</dd>
</dl>

<aside>

A remark.

</aside>

<figure>
<img src="../images/pier.jpg" alt="A pier">
<figcaption>The pier.</figcaption>
</figure>

<div>

A paragraph.

</div>

<p lang="fr">Bonjour</p>
<!-- a comment -->

<hr>
`
  let before: string
  beforeAll(() => {
    const [, fields] = dev.read('blog/photograph-with-a-hand.md').split(/^---$/m)
    before = `---${fields?.replace(/^title: .*$/m, 'title: Elements').replace(/^figures:\n(?: .*\n)+/m, '')}---\n${body}`
    dev.write(name, before)
  })
  afterAll(() => rmSync(dev.file(name)))

  async function openArticle(viewport = desk, scheme: 'light' | 'dark' = 'light') {
    await expect.poll(async () => (await fetch(`${dev.site}/blog/elements`)).status).toBe(200)
    return open('/blog/elements', viewport, scheme)
  }

  it.each([
    ['desktop', 'light', desk],
    ['phone', 'dark', phone],
  ] as const)('has no axe violations and fits the window on a %s in %s mode', async (_, scheme, viewport) => {
    const { page } = await openArticle(viewport, scheme)
    for (const summary of await page.locator('.prose details:not([open]) summary').all()) await summary.click()
    expect(toPageFindings(await runAxe(page, {}, '.prose'))).toEqual([])
    const styles = await page.locator('.prose').evaluate((prose) => {
      const styleOf = (selector: string) => getComputedStyle(prose.querySelector(selector) as Element)
      return {
        marker: styleOf('summary').listStyleType,
        key: styleOf('kbd').borderStyle,
        term: styleOf('dt').fontWeight,
        remark: styleOf('aside').backgroundColor !== 'rgba(0, 0, 0, 0)',
        width: document.documentElement.scrollWidth,
      }
    })
    const width = viewport.width
    expect(styles).toEqual({ marker: 'disclosure-open', key: 'solid', term: '600', remark: true, width })
  })

  it('keeps every other character when a word is changed in the editor', async () => {
    const { page, faults } = await openArticle()
    await edit(page)
    await inEditor(page, '.panel').waitFor({ state: 'detached' })
    await page.locator('.prose p', { hasText: 'billed by' }).click()
    const area = inEditor(page, '.body textarea')
    await area.waitFor()
    expect(await area.inputValue()).toBe(body)
    await area.evaluate((field: HTMLTextAreaElement) => {
      const at = field.value.indexOf('billed')
      field.setSelectionRange(at, at + 'billed'.length)
    })
    await page.keyboard.type('charged')
    await page.locator('.prose p', { hasText: 'charged by' }).waitFor()
    await area.press('Control+Enter')
    await expect.poll(() => dev.read(name)).toBe(before.replace('billed', 'charged'))
    await inEditor(page, '.bar button', 'Undo').click()
    await expect.poll(() => dev.read(name)).toBe(before)
    expect(faults).toEqual([])
  })
})

describe('a proposal', () => {
  const SERVICE = 'services/listing-care.yaml'
  const HEADING = 'A page that says what the parcel holds.'
  const proposals = () => dev.file('../.northshelf/changes')
  let good: string
  beforeAll(() => {
    good = dev.read(SERVICE)
    dev.edit(SERVICE, HEADING, `${HEADING} # agreed with Signe`)
  })
  afterEach(() => {
    dev.write(SERVICE, good.replace(HEADING, `${HEADING} # agreed with Signe`))
    rmSync(proposals(), { recursive: true, force: true })
  })
  afterAll(() => dev.write(SERVICE, good))

  /** Writes a proposal like an agent does. */
  const write = (name: string, set: object | string) => {
    mkdirSync(proposals(), { recursive: true })
    const text = typeof set === 'string' ? set : JSON.stringify({ version: 1, author: 'robot', ...set })
    writeFileSync(path.join(proposals(), `${name}.json`), text)
  }
  const heading = (value: string) => {
    return { kind: 'set', file: `harbor/${SERVICE}`, path: ['hero', 'heading'], value, was: HEADING }
  }
  /** Proposes a heading with only the keyboard. */
  const propose = async (page: Page, text: string, name?: string) => {
    const field = await openField(page, 'h1')
    await field.fill(text)
    await tabTo(page, /^Save as proposal$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Name of the proposal/)
    if (name !== undefined) {
      await page.keyboard.press('Control+A')
      await page.keyboard.type(name)
    }
    await page.keyboard.press('Enter')
  }
  const openChanges = async (page: Page) => {
    await inEditor(page, '.bar button', /^Changes$/).click()
    await inEditor(page, '.proposals summary').first().waitFor()
  }
  const status = (page: Page) => inEditor(page, '.bar output').textContent()

  it('is made, checked, applied and undone with the keyboard, and keeps comments', async () => {
    const { page, faults } = await open('/services/listing-care')
    const before = dev.read(SERVICE)
    await edit(page)
    await propose(page, 'Care for listings.', 'Not A Name')
    await page.keyboard.press('Escape')
    // Escape closes the dialog, but not the text field.
    expect(await focused(page)).toBe('Save as proposal')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Name of the proposal/)
    await page.keyboard.type(' Not A Name')
    await page.keyboard.press('Enter')
    expect(
      await inEditor(page, 'dialog input').evaluate((input: HTMLInputElement) => input.validity.patternMismatch),
    ).toBe(true)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('new-words')
    await page.keyboard.press('Enter')
    await inEditor(page, '.text-field').waitFor({ state: 'detached' })
    expect(await status(page)).toBe('Added to the proposal new-words, which Changes shows.')
    expect(await inEditor(page, '.unsaved').count()).toBe(0)
    expect(dev.read(SERVICE)).toBe(before)
    await tabTo(page, /^Changes$/)
    await page.keyboard.press('Enter')
    await inEditor(page, '.proposals summary').waitFor()
    await tabTo(page, /^new-words/)
    await page.keyboard.press('Enter')
    await inEditor(page, '.proposals .diff .in', 'Care for listings. # agreed with Signe').waitFor()
    expect(await inEditor(page, '.proposals a').allTextContents()).toEqual(['/services/listing-care'])
    await tabTo(page, /^Apply$/)
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'Care for listings.' }).waitFor()
    await inEditor(page, '.proposals').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Changes')
    expect(await status(page)).toBe('Applied new-words. Undo restores the files.')
    expect(dev.read(SERVICE)).toBe(before.replace(HEADING, 'Care for listings.'))
    await inEditor(page, '.bar button', 'Undo').click()
    await page.locator('h1', { hasText: HEADING }).waitFor()
    expect(dev.read(SERVICE)).toBe(before)
    expect(faults).toEqual([])
  })

  it('contains a Markdown body, whose preview disappears from the page', async () => {
    const { page } = await open('/blog/ceilings-for-ads')
    const before = dev.read('blog/ceilings-for-ads.md')
    await edit(page)
    await page.locator('#main .prose p').first().click()
    const area = inEditor(page, '.body textarea')
    await area.fill((await area.inputValue()).replace('An ad is worth', 'A proposed ad is worth'))
    await page.locator('#main p', { hasText: 'A proposed ad' }).waitFor()
    await inEditor(page, '.body button', 'Save as proposal').click()
    // The dialog suggests a name that contains today's date.
    expect(await inEditor(page, 'dialog input').inputValue()).toMatch(/^edits-\d{4}-\d\d-\d\d$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => status(page)).toMatch(/^Added to the proposal edits-/)
    await page.locator('#main p', { hasText: 'A proposed ad' }).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Markdown text')
    expect(dev.read('blog/ceilings-for-ads.md')).toBe(before)
    await openChanges(page)
    await inEditor(page, '.proposals summary').click()
    await inEditor(page, '.proposals .diff .in', 'A proposed ad').waitFor()
  })

  it('loses its approval when another window adds an edit, which this window shows when it gains focus', async () => {
    const { page } = await open('/services/listing-care')
    await edit(page)
    await propose(page, 'Care for listings.', 'new-words')
    await inEditor(page, '.text-field').waitFor({ state: 'detached' })
    await openChanges(page)
    await inEditor(page, '.proposals summary').click()
    await inEditor(page, '.proposals button', 'Approve').click()
    await inEditor(page, '.proposals summary', 'Approved').waitFor()
    expect(await focused(page)).toBe('Withdraw approval')
    const other = await open('/services/listing-care')
    await edit(other.page)
    await propose(other.page, 'Other words.', 'new-words')
    await inEditor(other.page, '.text-field').waitFor({ state: 'detached' })
    await other.close()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await inEditor(page, '.proposals .diff .in', 'Other words.').waitFor()
    expect(await inEditor(page, '.proposals summary', 'Approved').count()).toBe(0)
    await page.context().close()
  })

  it.each([
    ['Use proposed', 'Care for listings.'],
    ['Keep current', 'What they wrote.'],
  ])('shows a conflict at its value, which %s resolves', async (choice, result) => {
    const { page } = await open('/services/listing-care')
    const order = { kind: 'set', file: `harbor/${SERVICE}`, path: ['order'], value: 20, was: 10 }
    write('new-words', { edits: [heading('Care for listings.'), order] })
    dev.edit(SERVICE, HEADING, 'What they wrote.')
    await edit(page)
    await openChanges(page)
    await inEditor(page, '.proposals summary').click()
    const conflict = inEditor(page, '.proposals .conflict')
    await conflict.waitFor()
    expect(await conflict.locator('dd').allTextContents()).toEqual([HEADING, 'What they wrote.', 'Care for listings.'])
    expect(await inEditor(page, '.proposals button', 'Apply').isDisabled()).toBe(true)
    await conflict.locator('button', { hasText: choice }).press('Enter')
    await conflict.waitFor({ state: 'detached' })
    expect(await focused(page)).toMatch(/^new-words/)
    await inEditor(page, '.proposals button', 'Apply').click()
    await inEditor(page, '.proposals').waitFor({ state: 'detached' })
    expect(dev.read(SERVICE)).toContain(`heading: ${result} # agreed with Signe\n`)
    expect(dev.read(SERVICE)).toContain('order: 20')
  })

  it('shows HTML as text, is discarded only after a confirmation, and is listed if its file is unreadable', async () => {
    const { page, faults } = await open('/services/listing-care')
    await edit(page)
    write('a-robot', { title: '<img src=x onerror=alert(1)>', edits: [heading('<b id=injected>Bold</b>')] })
    write('broken', '{')
    await openChanges(page)
    const [robot, broken] = [inEditor(page, '.proposals .change').first(), inEditor(page, '.proposals .change').last()]
    expect(await robot.locator('summary').textContent()).toBe('<img src=x onerror=alert(1)>a-robot · by robot · 1 edit')
    await robot.locator('summary').click()
    await robot.locator('.diff .in', { hasText: '<b id=injected>Bold</b>' }).waitFor()
    // The check of this text finds an error, so nobody can apply it.
    await robot.locator('.refusal', { hasText: 'this field is plain text' }).first().waitFor()
    expect(await robot.locator('button', { hasText: 'Apply' }).isDisabled()).toBe(true)
    expect(await inEditor(page, '#injected, img').count()).toBe(0)
    await broken.locator('summary', { hasText: 'cannot be read' }).click()
    await broken.locator('.refusal', { hasText: 'not valid JSON' }).waitFor()
    await broken.locator('button', { hasText: 'Discard…' }).click()
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Discard…')
    expect(existsSync(path.join(proposals(), 'broken.json'))).toBe(true)
    await broken.locator('button', { hasText: 'Discard…' }).click()
    await inEditor(page, 'dialog button', 'Discard').click()
    await expect.poll(() => status(page)).toBe('Discarded broken')
    await expect.poll(() => inEditor(page, '.proposals .change').count()).toBe(1)
    expect(await focused(page)).toBe('Changes')
    expect(existsSync(path.join(proposals(), 'broken.json'))).toBe(false)
    expect(faults).toEqual([])
  })
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
