import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { listTexts } from '../../cli/edited-texts.ts'
import type { RunningDev } from '../../cli/running-dev.ts'
import { PICTURE } from './person.ts'
import { waitFor } from './wait-for.ts'

const SERVICE = 'services/listing-optimization.yaml'
const ARTICLE = 'blog/seo-on-a-budget.md'

/**
 * Puts the editor into every state that random edits do not reach. Does not restore the content afterwards.
 * @param look called in each state, with its name
 */
export async function visitStates(page: Page, dev: RunningDev, look: (name: string) => Promise<void>): Promise<void> {
  const editor = page.locator('site-editor')
  const button = (name: string | RegExp, within = '') => editor.locator(`${within} button`, { hasText: name }).first()
  const field = (label: RegExp) =>
    editor.locator('.inspector .field', { has: page.locator('label', { hasText: label }) })
  const text = editor.locator('.text-field textarea')
  const close = async () => {
    if ((await editor.locator('.panel').count()) > 0) await editor.locator('.panel [aria-label=Close]').click()
  }
  const enter = async (address: string) => {
    await page.goto(dev.site + address)
    if ((await editor.count()) === 0) {
      await listTexts(page)
      await close()
    }
    await button('Text', '.bar').waitFor()
  }
  const openFile = async (name: string) => {
    await close()
    await button('Files', '.bar').click()
    const folder = name.replace(/\/.*/, '')
    await editor.locator('summary', { hasText: folder }).waitFor()
    await editor.locator('summary', { hasText: folder }).click()
    await button(name, '.change').click()
    await editor.locator('.inspector .field').first().waitFor()
  }
  const refused = (within: string) => editor.locator(`${within} .refusal`).first().waitFor()

  await enter('/services/listing-optimization')
  await look('nothing open')
  await page.locator('h1').hover({ position: { x: 12, y: 12 } })
  await editor.locator('.outline').waitFor()
  await look('hovered text')
  await page.locator('h1').click({ position: { x: 12, y: 12 } })
  await text.waitFor()
  await look('text edited in place')
  await text.fill('{reply-time} and **more** '.repeat(20))
  await look('text that is too long, with facts')
  await page.keyboard.press('Enter')
  await refused('.text-field')
  await look('refused text')
  dev.edit(SERVICE, /^( +heading: )/m, '$1They wrote that ')
  await editor.locator('.conflict').waitFor()
  await look('text that another user has changed')
  await button('Use theirs').click()
  const texts = await listTexts(page)
  await look('the list of texts')
  for (let index = 0; index < texts.length; index += 7) {
    await editor.locator('.texts button').nth(index).focus()
    await page.keyboard.press('Enter')
    await text.waitFor()
    await look(`text ${texts[index]?.name}`)
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'detached' })
  }
  await close()
  await page.route('**/@edit/save**', (route) => route.abort())
  await page.locator('h1').click({ position: { x: 12, y: 12 } })
  await text.fill('Into the void')
  await page.keyboard.press('Enter')
  await refused('.text-field')
  await look('text while the server is unreachable')
  await page.unroute('**/@edit/save**')
  await page.reload()
  await editor.locator('.unsaved').waitFor()
  await look('unsaved edits')
  await editor.locator('.unsaved').click()
  await text.waitFor()
  await page.keyboard.press('Escape')

  await button('Fields', '.bar').click()
  const title = field(/^Title/)
  await title.locator('input').waitFor()
  await look('the fields of a page')
  await title.locator('input').fill('x'.repeat(200))
  await page.keyboard.press('Enter')
  await refused('.inspector')
  await look('a refused field')
  dev.edit(SERVICE, /^title: /m, 'title: Theirs ')
  await editor.locator('.inspector .conflict').waitFor()
  await look('a field that another user has changed')
  await button('Use theirs').click()
  await button('Rename', '.actions').click()
  await look('renaming a file')
  await field(/^New name/)
    .locator('input')
    .fill('Not a name!')
  await button(/^Rename$/, '.actions').click()
  await refused('.actions')
  await look('a refused rename')
  await button('Cancel', '.actions').click()
  await button('Delete', '.actions').click()
  await look('confirmation of a deletion')
  await button(/^Delete$/).click()
  await refused('.actions')
  await look('deleting a file that is in use')
  await editor.locator('[data-step=benefits]').click()
  await editor.locator('[data-step=items]').click()
  await look('a list')
  const remove = editor.locator('.entries [aria-label^=Remove]')
  while ((await editor.locator('.inspector > .refusal').count()) === 0) {
    const left = await remove.count()
    const answered = page.waitForResponse(/@edit\/save/)
    await remove.first().click()
    const isLast = !(await answered).ok()
    if (isLast) await refused('.inspector')
    else
      await page.waitForFunction(
        (count) =>
          document.querySelector('site-editor')?.shadowRoot?.querySelectorAll('.entries > li').length !== count,
        left,
      )
  }
  await look('a refused list')
  const whole = dev.read(SERVICE)
  rmSync(dev.file(SERVICE))
  await page.locator('site-problems button').click()
  await editor.locator('.entries [aria-label^=Duplicate]').first().click()
  await editor.locator('.refusal', { hasText: 'no longer exists' }).waitFor()
  await look('a deleted file')
  dev.write(SERVICE, whole)
  await page.locator('site-problems').waitFor({ state: 'detached' })

  await button('Files', '.bar').click()
  const kinds = editor.locator('.new select').first()
  await kinds.locator('option').nth(1).waitFor({ state: 'attached' })
  await look('all files')
  for (const kind of await kinds.locator('option').allTextContents()) {
    if (kind === 'Choose a type') continue
    await kinds.selectOption(kind)
    await look(`new file: ${kind}`)
  }
  await kinds.selectOption('blog')
  await editor.locator('.new input').fill('Not a name!')
  await button('Create').click()
  await refused('.new')
  await look('a refused new file')
  for (const summary of await editor.locator('summary').all())
    if (!(await summary.evaluate((one) => (one.parentElement as HTMLDetailsElement).open))) await summary.click()
  await look('all files, all folders open')
  await editor.locator('.new input').fill('new-notes')
  await button('Create').click()
  await page.waitForURL('**/blog/new-notes')
  await editor.locator('.inspector .refusal').waitFor()
  await look('a new article')
  await openFile('testimonials/jon-supplements.yaml')
  await look('a picture')
  const picture = field(/^Image/)
  await picture
    .locator('input[type=file]')
    .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no') })
  await refused('.inspector')
  await look('a refused picture')

  await enter('/blog/seo-on-a-budget')
  await button('Fields', '.bar').click()
  await editor.locator('[data-step="#body"]').click()
  const body = editor.locator('#body')
  await look('Markdown body')
  await body.fill('Something else.\n\n## {nothing}\n')
  await editor.locator('#body-told', { hasText: 'errors' }).waitFor()
  await look('Markdown body with errors')
  await page.keyboard.press('Control+Enter')
  await refused('.inspector')
  await look('refused Markdown body')
  dev.edit(ARTICLE, /$/, '\nTheirs.\n')
  await editor.locator('.conflict').waitFor()
  await look('Markdown body that another user has changed')
  await button('Use theirs').click()
  await editor
    .locator('.body input[type=file]')
    .setInputFiles({ name: 'High tide.png', mimeType: 'image/png', buffer: PICTURE })
  await editor.locator('dialog').waitFor()
  await look('prompt for alternative text')
  await editor.locator('dialog input').fill('The tide')
  await page.keyboard.press('Enter')
  await waitFor(
    () => body.inputValue(),
    (text) => text.includes('![The tide]'),
  )
  await page.keyboard.press('Control+Enter')
  await editor.locator('.bar output', { hasText: 'Saved' }).waitFor()
  await look('saved')

  await close()
  await button('Changes', '.bar').click()
  await editor.locator('.panel summary').first().waitFor()
  await look('changes')
  for (const summary of await editor.locator('.panel summary').all()) await summary.click()
  await editor.locator('.panel .about a').first().waitFor()
  await look('changes with affected pages')
  await button('Copy as commit message').click()
  await editor.locator('.panel output:not(:empty)').waitFor()
  await look('changes copied')
  await button('Discard changes', '.panel').click()
  await look('confirmation before discarding changes')
  await button('Discard changes', 'dialog').click()
  await editor.locator('.panel output', { hasText: 'Restored' }).waitFor()
  await look('discarded changes')
  await close()

  await page.goto(dev.site)
  await button('Text', '.bar').waitFor()
  await page
    .locator('main a[data-opens]')
    .first()
    .click({ modifiers: ['Alt'] })
  await page.locator('dialog:modal').waitFor()
  await look('above a page dialog')
  await page.locator('dialog:modal :is(h2, h3)').first().click()
  await text.waitFor()
  await look('text in a page dialog')
}
