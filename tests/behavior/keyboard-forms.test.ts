import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { toPayload } from '../../src/forms/answers.ts'
import type { Contract, Field } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { getFieldType } from '../../src/forms/kinds/get-field-type.ts'
import type { AnswerValues } from '../../src/forms/value.ts'
import { validAnswers } from '../relay/valid-answers.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { places, resumeFile } from './fill-form.ts'
import { tabTo } from './keyboard.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(inject('out'))
})
afterAll(() => relay?.stop())

/** Fills in a field with the keyboard, regardless of where the focus is. */
async function answer(page: Page, field: Field, value: AnswerValues[string] | undefined): Promise<void> {
  const named = `[name="${field.name}"]`
  if (field.kind === 'checkboxes') {
    for (const choice of [value].flat()) {
      await tabTo(page, `${named}[value="${choice}"]`)
      await page.keyboard.press('Space')
    }
    return
  }
  await tabTo(page, named)
  switch (field.kind) {
    case 'consent':
      return page.keyboard.press('Space')
    case 'radio':
    case 'select': {
      const current = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
      await page.keyboard.press('Space')
      // Closes the list in case Space opened it. The arrow keys also work while the list is closed.
      if (field.kind === 'select') await page.keyboard.press('Escape')
      for (let presses = 0; presses < 20 && (await current()) !== value; presses += 1)
        await page.keyboard.press('ArrowDown')
      expect(await current()).toBe(value)
      return
    }
    case 'slider':
      await page.keyboard.press('Home')
      for (let at = field.min; at < Number(value); at += field.step) await page.keyboard.press('ArrowRight')
      return
    case 'file':
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).files?.length === 1)
      return
    default:
      await page.keyboard.insertText(String(value))
  }
}

const contractOf = (name: string): Contract => {
  const contract = relay.contracts[name]
  if (!contract) throw new Error(`there is no form ${name}`)
  return contract
}

describe.each(Object.entries(places))('form %s', (name, { path, opener }) => {
  it('can be filled in and sent with only the keyboard', async () => {
    const contract = contractOf(name)
    const answers = validAnswers(contract)
    const { page, faults, close } = await browser.open({ viewport: { width: 1280, height: 900 } })
    // Added before any key press, because Chromium dismisses file dialogs until it knows about the listener.
    page.on('filechooser', (chooser) => void chooser.setFiles(resumeFile))
    await page.goto(relay.site + path)
    await hydrated(page)
    if (opener) {
      await page.locator(opener).first().focus()
      await page.keyboard.press('Enter')
      await page.locator('dialog:modal').waitFor()
    }
    for (const field of listFields(contract)) await answer(page, field, answers[field.name])
    await tabTo(page, `form[data-form="${contract.formType}"] button[type=submit]`)
    await page.keyboard.press('Enter')
    const of = () => relay.received().filter(({ formType }) => formType === name)
    await expect.poll(() => of().length).toBe(1)
    const given = Object.fromEntries(contract.given.map((key) => [key, of()[0]?.values[key]]))
    expect(of()[0]?.values).toEqual(toPayload(getFieldType, contract, { ...answers, ...given } as AnswerValues))
    expect(faults).toEqual([])
    await close()
  })
})

describe('resume dialog', () => {
  it.each([
    ['a click', false],
    ['the keyboard', true],
  ])('closes without sending the form when Cancel is activated with %s', async (_input, keyboard) => {
    const { page, close } = await browser.open()
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await page.goto(`${relay.site}/careers`)
    await hydrated(page)
    await page.locator('main a[data-opens=resume]').first().click()
    const dialog = page.locator('#dialog-resume')
    const cancel = dialog.getByText('Cancel', { exact: true })
    if (keyboard) {
      await cancel.focus()
      await page.keyboard.press('Enter')
    } else await cancel.click()
    await dialog.waitFor({ state: 'hidden' })
    expect(posts).toEqual([])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-opens'))).toBe('resume')
    await close()
  })

  it('keeps the focus that it receives before it is modal, and returns it to its button when it closes', async () => {
    const { page, close } = await browser.open()
    await page.goto(`${relay.site}/careers`)
    await hydrated(page)
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 40))
    const isModal = () => page.locator('#dialog-resume').evaluate((dialog) => dialog.matches(':modal'))
    // One task, so that the dialog is not modal yet when its field gets the focus.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('main a[data-opens=resume]')?.click()
      document.querySelector<HTMLElement>('#dialog-resume [name=name]')?.focus()
    })
    expect(await focused()).toContain('<input')
    await expect.poll(isModal).toBe(true)
    expect(await focused()).toContain('<input')
    await page.keyboard.press('Escape')
    await page.locator('#dialog-resume').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-opens'))).toBe('resume')
    await close()
  })
})
