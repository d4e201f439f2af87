import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { createLeadsRoutes } from '../../cli/studio/leads.ts'
import { createPublisher } from '../../cli/studio/publish/publisher.ts'
import { createPublishingRoutes } from '../../cli/studio/publish/routes.tsx'
import { startStudioSite } from '../../cli/studio/site/serve-site.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { createCapturedLog } from '../relay/captured-log.ts'
import { pdf } from '../relay/documents.ts'
import { APPLY, toForm } from '../relay/http-fixture.ts'
import { createMailReceiver } from '../relay/mail-receiver.ts'
import { createSiteForms } from '../relay/site-forms.ts'
import { until } from '../relay/until.ts'
import { copyBuild, HEADING } from './publishing-site.ts'
import { serveStudio } from './serve-studio.ts'

const KEY = 'a key for leads of 32 characters'
const SERVICE = 'services/listing-care.yaml'
const browser = sharedBrowser()

/** Starts a relay with one application. */
async function startRelayWithLead(): Promise<string> {
  const spool = mkdtempSync(path.join(tmpdir(), 'relay-'))
  const config = readConfig({
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_SPOOL: spool, RELAY_TARGETS: 'file', RELAY_FREE_BYTES: '0' },
    RELAY_LEADS_KEY: KEY,
  })
  const relay = await startRelay({ config, forms: createSiteForms(), log: createCapturedLog().log })
  onTestFinished(async () => {
    await relay.close()
    rmSync(spool, { recursive: true })
  })
  const answers = { name: 'Ines', email: 'ines@x.example', phone: '555 0100', message: 'Hi' }
  const job = { job_title: 'General Application', job_department: 'Various' }
  const body = toForm({ ...answers, ...job }, { resume: new File([pdf(3000)], 'Ines.pdf') })
  expect((await fetch(relay.address + APPLY, { method: 'POST', body })).ok).toBe(true)
  return relay.address
}

/** Presses a key until an element with the focus matches the selector and the text, also in the editor. */
async function reach(page: Page, selector: string, text = '', key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 200; presses += 1) {
    const focused = await page.evaluate((wanted) => {
      let at = document.activeElement
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
      const name = at?.getAttribute('aria-label') ?? at?.textContent ?? ''
      return { name, matches: at?.matches(wanted) === true }
    }, selector)
    if (focused.matches && focused.name.includes(text)) return
    seen.push(focused.name.trim().slice(0, 30))
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${selector} "${text}", only ${[...new Set(seen)].join(' | ')}`)
}

/** Reaches a control and presses Enter. */
async function press(page: Page, selector: string, text = ''): Promise<void> {
  await reach(page, selector, text)
  await page.keyboard.press('Enter')
}

it('everything from signing in to the outcome of a lead works with the keyboard alone', async () => {
  const { url: smtp, mails } = await createMailReceiver()
  const studio = await serveStudio({
    people: [
      { name: 'Ada', email: 'ada@example.com', may: ['edit'] },
      { name: 'Ben', email: 'ben@example.com', may: ['edit', 'publish', 'leads'] },
    ],
    settings: {
      mail: { url: smtp, from: 'Studio <studio@example.com>' },
      relay: { url: await startRelayWithLead(), key: KEY },
    },
    async routes(all) {
      const { router: site, close } = await startStudioSite(all)
      const publisher = createPublisher(all, copyBuild)
      return { publishing: createPublishingRoutes(all, publisher), leads: createLeadsRoutes(all), site, close }
    },
  })
  const { content } = studio.studio
  const read = (file: string) => readFileSync(path.join(content.folder, file), 'utf8')
  const { page, faults, close } = await browser.open({ viewport: { width: 1440, height: 900 } }, false)
  onTestFinished(close)
  const status = (text: string) => page.locator('site-editor .bar output', { hasText: text }).waitFor()
  const title = (text: string) => page.locator('h1', { hasText: text }).first().waitFor()

  async function signIn(address: string): Promise<void> {
    const earlier = mails.length
    await page.goto(`${studio.url.origin}/@studio/`)
    await reach(page, 'input[type=email]')
    await page.keyboard.type(address)
    await page.keyboard.press('Enter')
    await title('Check your email')
    const { mail } = await until('the email', () => mails[earlier])
    await page.goto(/http:\S+/.exec(mail.text ?? '')?.[0] ?? '')
    await press(page, 'button', 'Sign in')
    await title('Changes')
  }
  await signIn('ada@example.com')
  await press(page, 'main a', 'Open the site')
  await hydrated(page)
  await press(page, 'a[href="/services/listing-care"]')
  await title(HEADING)
  await press(page, 'button', 'Edit')

  // A text on the page.
  await press(page, '.bar button', 'Text')
  await page.locator('site-editor .texts').waitFor()
  await page.keyboard.press('ArrowDown')
  await reach(page, '.texts button', HEADING, 'ArrowDown')
  await page.keyboard.press('Enter')
  await reach(page, '.text-field textarea')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A page that keeps its word.')
  await page.keyboard.press('Enter')
  await title('A page that keeps its word.')
  await status('Saved')
  await page.keyboard.press('Escape')

  // The order of a list.
  await press(page, '.bar button', 'Fields')
  await press(page, '.panel button', 'Features')
  await press(page, '.panel button', 'Items')
  await reach(page, '.entry', 'True dimensions')
  await page.keyboard.press('Alt+ArrowDown')
  await status('Moved to 2 of 3')
  await reach(page, '.entry', 'True dimensions')
  await page.keyboard.press('Escape')

  // A picture.
  await press(page, '.bar button', 'Files')
  await reach(page, '.panel input')
  await page.keyboard.type('signe')
  await press(page, '.texts button', 'signe-tea.yaml')
  // Listen before any key press, because Chromium dismisses file dialogs until it knows about the listener.
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'input[type=file]')
  const picture = path.join(projectRoot, 'tests', 'sites', 'harbor', 'images', 'pier.jpg')
  await (await chooser).setFiles({ name: 'New pier.jpg', mimeType: 'image/jpeg', buffer: readFileSync(picture) })
  await page.locator('site-editor .picture .name', { hasText: 'new-pier.jpg' }).waitFor()
  await status('Saved')

  // Ready.
  await press(page, '.bar button', 'Changes')
  await press(page, '.panel a', 'My changes')
  await title('Changes')
  await press(page, 'main a', 'Changes of Ada')
  await title('Changes of Ada')
  await reach(page, 'main textarea')
  await page.keyboard.type('For spring')
  await press(page, 'main button', 'Ready')
  await title('Changes of Ada: ready')
  await press(page, 'button', 'Sign out')
  await title('Sign in')

  // Approval, publication and undo.
  await signIn('ben@example.com')
  await press(page, 'main a', 'Changes of Ada')
  await title('Changes of Ada')
  await press(page, 'main button', 'Approve and publish')
  await page.locator('[role=status]', { hasText: 'The site is published.' }).waitFor()
  expect(read(SERVICE)).toMatch(/keeps its word[\s\S]*Fewer questions[\s\S]*True dimensions/)
  expect(read('testimonials/signe-tea.yaml')).toContain('new-pier.jpg')
  await press(page, 'main button', 'Undo this publication')
  await title('Undo')
  await page.locator('[role=status]', { hasText: 'The site is published.' }).waitFor()
  expect(read(SERVICE)).toContain(HEADING)

  // A lead.
  await press(page, 'nav a', 'Leads')
  await title('Leads')
  await press(page, 'main a', 'Ines')
  await title('Ines')
  await press(page, 'button[value=qualified]')
  await title('Qualified')
  expect(faults).toEqual([])
})
