import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { testForms } from '../../cli/audit/trial/trial.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { contentsOf } from './fill-form.ts'
import { CONTACT_FORM_END, runHarborRelay } from './harbor-relay.ts'
import { coveredFocus } from './inspectors/focus.ts'
import { onOpenState } from './inspectors/list.ts'
import { findOverflow } from './inspectors/texts.ts'
import { tabTo } from './keyboard.ts'
import { shiftsOf, watchShifts } from './layout-shift.ts'
import { runRelay } from './running-relay.ts'

/** Three steps; the second applies only to sellers on Amazon, and its last two fields depend on the ones before. */
const FORM = `formType: contact
endpoint: send-form-submission
title: A quote
steps: true
groups:
  - title: Where you sell
    fields:
      - kind: checkboxes
        name: sellsOn
        label: Where do you sell?
        options: [{ value: amazon, label: Amazon }, { value: walmart, label: Walmart }, { value: shop, label: My shop }]
      - { kind: text, name: brand, label: Brand, required: true }
      - { kind: url, name: shop, label: Your shop, hint: Its address., required: true, when: { field: sellsOn, is: [shop] } }
  - title: On Amazon
    when: { field: sellsOn, is: [amazon] }
    fields:
      - kind: radio
        name: ads
        label: Do you advertise?
        required: true
        options: [{ value: "yes", label: Yes we do }, { value: "no", label: Not yet }]
      - kind: select
        name: agency
        label: Who runs the ads?
        placeholder: Choose one
        required: true
        options: [{ value: self, label: We do }, { value: other, label: An agency }]
        when: { field: ads, is: ["yes"] }
      - { kind: email, name: agencyEmail, label: Email of the agency, when: { field: agency, is: [other] } }
  - title: About you
    fields:
      - { kind: text, name: name, label: Name, required: true }
      - { kind: email, name: email, label: Email, required: true }
${CONTACT_FORM_END}`

const browser = sharedBrowser()
const harbor = runHarborRelay((content) => {
  writeFileSync(path.join(content, 'forms', 'contact.yaml'), FORM)
  appendFileSync(path.join(content, 'site.yaml'), '\ncount: true\n')
})

/** Returns the file name of the script that only forms with steps or conditions load. */
function findScript(output: string): string {
  const chunks = path.join(output, 'site', 'assets', 'chunks')
  const [name = ''] = readdirSync(chunks).filter((file) =>
    readFileSync(path.join(chunks, file), 'utf8').includes('pushState({'),
  )
  return name
}

/** Opens the page with the form, and waits until its script runs. */
async function openForm(options: { javaScriptEnabled?: boolean; viewport?: { width: number; height: number } } = {}) {
  const { javaScriptEnabled = true } = options
  const tab = await browser.open(options)
  await tab.page.goto(`${harbor.relay.site}/contact`)
  if (javaScriptEnabled) await hydrated(tab.page)
  const form = tab.page.locator('main form[data-form=contact]')
  if (javaScriptEnabled) await expect.poll(() => progressOf(form)).toContain('Step 1')
  return { ...tab, form }
}

const progressOf = (form: Locator) => form.locator(':scope > p').textContent()
const submitOf = (form: Locator) => form.locator('button[type=submit]')
/** Returns the names of the fields that are visible. */
const shownNames = (form: Locator) =>
  form.evaluate((element) => {
    const controls = [...(element as HTMLFormElement).elements].filter(
      (control): control is HTMLInputElement => 'name' in control && control.closest('.field') !== null,
    )
    const shown = controls.filter((control) => control.checkVisibility())
    return [...new Set(shown.map(({ name }) => name))].filter(Boolean)
  })
/** Returns the names in the data that the form would send, without those of the page. */
const sentNames = (form: Locator) =>
  form.evaluate((element) =>
    [...new Set([...new FormData(element as HTMLFormElement).keys()])].filter((name) => !/^_|formType/.test(name)),
  )
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const choose = async (page: Page, name: string, value: string) => {
  await page.locator(`main form [name=${name}][value=${value}]`).focus()
  await page.keyboard.press('Space')
}
const defects = async (page: Page) => (await Promise.all([onOpenState[0]?.(page), findOverflow(page)])).flat()

describe('a form with steps and conditions', () => {
  it('can be filled in and sent with the keyboard, and shows only what applies', async () => {
    const { page, form, faults, close } = await openForm({ viewport: { width: 320, height: 800 } })
    const counted: string[] = []
    page.on('request', (request) => request.url().includes('/count?') && counted.push(request.url()))
    expect(await shownNames(form)).toEqual(['sellsOn', 'brand'])
    expect(await sentNames(form)).toEqual(['brand', 'name', 'email'])
    expect(await progressOf(form)).toBe('Step 1 of 2: Where you sell')
    expect(await submitOf(form).textContent()).toBe('Next')
    expect(await defects(page)).toEqual([])

    // Fields appear and disappear without moving the focus.
    await tabTo(page, '[name=sellsOn][value=shop]')
    await page.keyboard.press('Space')
    expect(await focusedName(page)).toBe('sellsOn')
    expect(await shownNames(form)).toEqual(['sellsOn', 'brand', 'shop'])
    expect(await form.locator('[name=shop]').getAttribute('required')).not.toBeNull()
    expect(await form.locator('.field:has([name=shop]) .hint').textContent()).toBe('Its address.')
    await form.locator('[name=shop]').fill('lamps')
    await choose(page, 'sellsOn', 'shop')
    expect(await shownNames(form)).toEqual(['sellsOn', 'brand'])
    await choose(page, 'sellsOn', 'shop')
    expect(await form.locator('[name=shop]').inputValue()).toBe('lamps')
    await choose(page, 'sellsOn', 'shop')
    await choose(page, 'sellsOn', 'amazon')
    expect(await progressOf(form)).toBe('Step 1 of 3: Where you sell')

    // Enter validates the step before it goes on.
    await form.locator('[name=brand]').focus()
    await page.keyboard.press('Enter')
    expect(await focusedName(page)).toBe('brand')
    expect(await progressOf(form)).toContain('Step 1')
    await page.keyboard.insertText('Lamp Works')
    await page.keyboard.press('Enter')
    expect(await focusedText(page)).toBe('Step 2 of 3: On Amazon')
    expect(await shownNames(form)).toEqual(['ads'])
    expect(await form.locator('legend:visible').first().textContent()).toBe('2 On Amazon')
    expect(await defects(page)).toEqual([])

    // Each field depends on the one before.
    await tabTo(page, '[name=ads]')
    await page.keyboard.press('Space')
    expect(await shownNames(form)).toEqual(['ads', 'agency'])
    await page.keyboard.press('Enter')
    expect(await focusedName(page)).toBe('agency')
    await form.locator('[name=agency]').selectOption('other')
    expect(await shownNames(form)).toEqual(['ads', 'agency', 'agencyEmail'])
    await form.locator('[name=agencyEmail]').fill('not an address')
    await page.keyboard.press('Enter')
    expect(await focusedName(page)).toBe('agencyEmail')
    // An invalid answer that no longer applies does not stop the visitor.
    await form.locator('[name=agency]').selectOption('self')
    await tabTo(page, 'main form button[type=submit]')
    await page.keyboard.press('Enter')
    expect(await focusedText(page)).toBe('Step 3 of 3: About you')
    expect(await submitOf(form).textContent()).toBe('Send it over')
    expect(await defects(page)).toEqual([])

    await form.getByRole('button', { name: 'Back' }).focus()
    await page.keyboard.press('Enter')
    expect(await focusedText(page)).toBe('Step 2 of 3: On Amazon')
    await submitOf(form).focus()
    await page.keyboard.press('Enter')
    await form.locator('[name=name]').fill('Ada')
    await form.locator('[name=email]').fill('ada@lamps.example')
    await page.keyboard.press('Enter')
    await expect.poll(() => form.locator('.told').textContent()).toContain('It is on board.')
    await expect
      .poll(() => harbor.relay.received().at(-1)?.values)
      .toEqual({
        formType: 'contact',
        sellsOn: ['amazon'],
        brand: 'Lamp Works',
        ads: 'yes',
        agency: 'self',
        name: 'Ada',
        email: 'ada@lamps.example',
      })
    // The form starts again.
    await expect.poll(() => progressOf(form)).toBe('Step 1 of 2: Where you sell')
    expect(await shownNames(form)).toEqual(['sellsOn', 'brand'])
    expect(counted.filter((url) => url.endsWith('step=begun'))).toHaveLength(1)
    expect(faults).toEqual([])
    await close()
  })

  it('reads as steps to a screen reader, and can be used at a zoom of 400 %', async () => {
    const { page, form, close } = await openForm({ viewport: { width: 320, height: 225 } })
    /** Returns the tree without the texts, which repeat the names. */
    const readTree = async () => (await form.ariaSnapshot()).split('\n').filter((line) => !line.includes('- text:'))
    expect(await readTree()).toEqual([
      '- form "A quote":',
      '  - paragraph: "Step 1 of 2: Where you sell"',
      '  - group "1 Where you sell":',
      '    - group "Where do you sell? if you like":',
      '      - checkbox "Amazon"',
      '      - checkbox "Walmart"',
      '      - checkbox "My shop"',
      '    - textbox "Brand"',
      '  - button "Next"',
      '  - status',
    ])
    await choose(page, 'sellsOn', 'amazon')
    await form.locator('[name=brand]').fill('Lamp Works')
    await submitOf(form).click()
    await choose(page, 'ads', 'yes')
    expect(await readTree()).toEqual([
      '- form "A quote":',
      '  - paragraph: "Step 2 of 3: On Amazon"',
      '  - group "2 On Amazon":',
      '    - group "Do you advertise?":',
      '      - radio "Yes we do" [checked]',
      '      - radio "Not yet"',
      '    - combobox "Who runs the ads?":',
      '      - option "Choose one" [selected]',
      '      - option "We do"',
      '      - option "An agency"',
      '  - button "Next"',
      '  - button "Back"',
      '  - status',
    ])
    expect(await defects(page)).toEqual([])
    expect(await coveredFocus(page, 'main')).toEqual([])
    await close()
  })

  it('skips the steps that do not apply', async () => {
    const { page, form, close } = await openForm()
    await form.locator('[name=brand]').fill('Lamp Works')
    await submitOf(form).click()
    expect(await progressOf(form)).toBe('Step 2 of 2: About you')
    expect(await shownNames(form)).toEqual(['name', 'email'])
    expect(await form.locator('legend:visible').textContent()).toBe('2 About you')
    await form.getByRole('button', { name: 'Back' }).click()
    expect(await focusedText(page)).toBe('Step 1 of 2: Where you sell')
    await close()
  })

  it('ignores the second click of a double click', async () => {
    const { form, close } = await openForm()
    await choose(form.page(), 'sellsOn', 'amazon')
    await form.locator('[name=brand]').fill('Lamp Works')
    await form.locator('[name=ads][value=no]').evaluate((radio) => {
      ;(radio as HTMLInputElement).checked = true
    })
    await submitOf(form).dblclick()
    expect(await progressOf(form)).toBe('Step 2 of 3: On Amazon')
    await close()
  })

  it("goes back and forward with the browser's buttons, but not past an invalid answer", async () => {
    const { page, form, faults, close } = await openForm()
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await choose(page, 'sellsOn', 'amazon')
    await form.locator('[name=brand]').fill('Lamp Works')
    await submitOf(form).click()
    await choose(page, 'ads', 'no')
    await submitOf(form).click()
    expect(await progressOf(form)).toContain('Step 3')
    await page.goBack()
    await expect.poll(() => focusedText(page)).toBe('Step 2 of 3: On Amazon')
    await page.goBack()
    await expect.poll(() => focusedText(page)).toBe('Step 1 of 3: Where you sell')
    await page.goForward()
    await expect.poll(() => progressOf(form)).toBe('Step 2 of 3: On Amazon')
    await form.getByRole('button', { name: 'Back' }).click()
    await form.locator('[name=brand]').fill('')
    await page.goForward()
    await expect.poll(() => page.evaluate(() => history.state['step of contact on /contact'])).toBe(0)
    expect(await progressOf(form)).toBe('Step 1 of 3: Where you sell')
    await page.goBack()
    expect(page.url()).toBe('about:blank')
    expect(faults).toEqual([])
    await close()
  })

  it('keeps its step and all answers, even those that do not apply, while the visitor is on another page', async () => {
    const { page, form, faults, close } = await openForm()
    await choose(page, 'sellsOn', 'shop')
    await form.locator('[name=shop]').fill('lamps.example')
    await choose(page, 'sellsOn', 'shop')
    await form.locator('[name=brand]').fill('Lamp Works')
    await submitOf(form).click()
    await form.locator('[name=name]').fill('Ada')
    // The other page also has the form, in a dialog.
    await page.locator('header a[href="/services"]').first().click()
    await page.waitForFunction(() => location.pathname === '/services' && document.activeElement?.tagName === 'H1')
    await expect.poll(() => page.evaluate(() => history.state['step of contact on /services'])).toBe(0)
    await page.goBack()
    await page.waitForURL('**/contact')
    await expect.poll(() => progressOf(form)).toBe('Step 2 of 2: About you')
    expect(await form.locator('[name=name]').inputValue()).toBe('Ada')
    await page.goBack()
    await expect.poll(() => progressOf(form)).toBe('Step 1 of 2: Where you sell')
    await choose(page, 'sellsOn', 'shop')
    expect(await contentsOf(form)).toMatchObject({ brand: ['Lamp Works'], shop: ['lamps.example'] })
    expect(faults).toEqual([])
    await close()
  })

  it('opens the first step with an error of the relay, and links to the fields of other steps', async () => {
    const { page, form, faults, close } = await openForm()
    // Imitates a browser that accepts these answers.
    for (const name of ['brand', 'email'])
      await form.locator(`[name=${name}]`).evaluate((control) => {
        ;(control as HTMLInputElement).required = false
      })
    await submitOf(form).click()
    await form.locator('[name=name]').fill('Ada')
    await submitOf(form).click()
    const summary = form.locator('.error-summary')
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await progressOf(form)).toContain('Step 1')
    expect(await summary.getByRole('link').count()).toBe(2)
    expect(await defects(page)).toEqual([])
    await summary.getByRole('link').last().click()
    expect(await progressOf(form)).toContain('Step 2')
    expect(await focusedName(page)).toBe('email')
    await summary.getByRole('link').first().click()
    expect(await focusedName(page)).toBe('brand')
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
    await close()
  })

  it('starts again when its dialog is closed, and leaves no steps in the history', async () => {
    const { page, faults, close } = await browser.open()
    await page.goto(`${harbor.relay.site}/careers`)
    await page.goto(`${harbor.relay.site}/`)
    await hydrated(page)
    await page.locator('main a[data-opens=contact]').first().click()
    const form = page.locator('dialog:modal form[data-form=contact]')
    await form.locator('[name=brand]').fill('Lamp Works')
    await submitOf(form).click()
    expect(await progressOf(form)).toContain('Step 2 of 2')
    await page.goBack()
    await expect.poll(() => progressOf(form)).toContain('Step 1 of 2')
    expect(await page.locator('dialog:modal').count()).toBe(1)
    await submitOf(form).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => history.state['step of contact on /'])).toBe(0)
    await page.locator('main a[data-opens=contact]').first().click()
    expect(await progressOf(form)).toContain('Step 1 of 2')
    expect(await form.locator('[name=brand]').inputValue()).toBe('Lamp Works')
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.waitForURL('**/careers')
    expect(faults).toEqual([])
    await close()
  })

  it('does not shift the page when its script starts', async () => {
    for (const viewport of [
      { width: 412, height: 823 },
      { width: 1350, height: 940 },
    ]) {
      const { page, faults, close } = await browser.open({ viewport })
      await watchShifts(page)
      await page.goto(`${harbor.relay.site}/contact#form`)
      const form = page.locator('main form[data-form=contact]')
      const before = await form.boundingBox()
      await hydrated(page)
      await expect.poll(() => progressOf(form)).toContain('Step 1')
      expect((await form.boundingBox())?.height).toBe(before?.height)
      expect((await shiftsOf(page)).filter(({ value }) => value > 0.001)).toEqual([])
      expect(faults).toEqual([])
      await close()
    }
  })

  it('shows every field, with the conditions as hints, if its script does not load', async () => {
    const { page, close } = await browser.open()
    await page.route(`**/${findScript(harbor.out)}`, (route) => route.abort())
    await page.goto(`${harbor.relay.site}/contact`)
    await hydrated(page)
    const form = page.locator('main form[data-form=contact]')
    await expect.poll(() => shownNames(form)).toContain('agencyEmail')
    await form.locator('[name=brand]').fill('Lamp Works')
    await form.locator('[name=name]').fill('Ada')
    await form.locator('[name=email]').fill('unguided@lamps.example')
    await submitOf(form).click()
    await expect.poll(() => harbor.relay.received().at(-1)?.values.email).toBe('unguided@lamps.example')
    await close()
  })

  it('is one page without JavaScript, and the relay discards answers that do not apply', async () => {
    const { page, form, close } = await openForm({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } })
    const all = ['sellsOn', 'brand', 'shop', 'ads', 'agency', 'agencyEmail', 'name', 'email']
    expect(await shownNames(form)).toEqual(all)
    expect(await form.locator('.hint:visible').allTextContents()).toEqual([
      'Only if you chose My shop. Its address.',
      'Only if you chose Amazon.',
      'Only if you chose Yes we do.',
      'Only if you chose An agency.',
    ])
    expect(await form.locator('[required]').evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
      'brand',
      'name',
      'email',
    ])
    expect(await submitOf(form).textContent()).toBe('Send it over')
    expect(await form.locator(':scope > p').isVisible()).toBe(false)
    expect(await findOverflow(page)).toEqual([])

    await form.locator('[name=sellsOn][value=amazon]').check({ force: true })
    await form.locator('[name=brand]').fill('Lamp Works')
    await form.locator('[name=shop]').fill('dropped.example')
    await form.locator('[name=name]').fill('Ada')
    await form.locator('[name=email]').fill('plain@lamps.example')
    await submitOf(form).click()
    // The relay's page reports what applies and is missing.
    const summary = page.locator('.error-summary')
    expect(await summary.getByRole('link').count()).toBe(1)
    expect(await page.locator('[name=shop]').inputValue()).toBe('dropped.example')
    await page.locator('[name=ads][value=no]').check({ force: true })
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(/\/thanks\/contact/)
    await expect
      .poll(() => harbor.relay.received().at(-1)?.values)
      .toEqual({
        formType: 'contact',
        sellsOn: ['amazon'],
        brand: 'Lamp Works',
        ads: 'no',
        name: 'Ada',
        email: 'plain@lamps.example',
      })
    await close()
  })

  it('passes the audit of the built forms', async () => {
    expect((await testForms(harbor.out, ['/contact'])).problems).toEqual([])
  })
})

it('loads nothing for forms without steps and conditions', async () => {
  const other = await runRelay(inject('out'))
  const { page, close } = await browser.open()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${other.site}/get-started`)
  await hydrated(page)
  await page.locator('form[data-form=get-started] [name=name]').fill('Ada')
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  const script = findScript(inject('out'))
  expect(requests.filter((url) => url.endsWith(script))).toEqual([])
  await close()
  await other.stop()
})
