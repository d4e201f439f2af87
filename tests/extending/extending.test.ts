import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { startRelayProcess } from '../../cli/preview/relay-process.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { copySources } from '../project-copy.ts'
import { createMailReceiver } from '../relay/mail-receiver.ts'
import { cleanEnvironment } from '../run-site.ts'

/**
 * The folder `files` contains the source of a new content type, section and field type. `lines` contains the changes
 * that register them in existing files.
 */
const files = path.join(import.meta.dirname, 'files')
const lines: Record<string, [before: string, after: string][]> = {
  'src/collections/list.ts': [
    [
      "import { faqs } from './faq.ts'",
      "import { caseStudies } from './case-study.ts'\nimport { faqs } from './faq.ts'",
    ],
    ['articles, textPages', 'articles, caseStudies, textPages'],
  ],
  'src/sections/list.ts': [
    [
      "import * as process from './process/schema.ts'",
      "import * as pricing from './pricing/schema.ts'\nimport * as process from './process/schema.ts'",
    ],
    ['  form,\n', '  form,\n  pricing,\n'],
  ],
  'src/forms/kinds/list.ts': [['export { number }', "export { month } from './month/month.ts'\nexport { number }"]],
}

const root = path.join(projectRoot, 'tests', '.output', `adding-${process.pid}`)
const out = path.join(root, 'dist')
const published = (file: string) => readFileSync(path.join(out, 'site', file), 'utf8')
const edit = (file: string, before: string, after: string) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  expect(text, file).toContain(before)
  writeFileSync(path.join(root, file), text.replace(before, after))
}
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: cleanEnvironment(),
  })
  return { status, output: stdout + stderr }
}
const site = (...args: string[]) => run('scripts/site.mjs', ...args)

const browser = sharedBrowser()
beforeAll(() => {
  copySources(root)
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), path.join(root, 'content'), { recursive: true })
  cpSync(files, root, { recursive: true })
  for (const [file, changes] of Object.entries(lines)) for (const [before, after] of changes) edit(file, before, after)
  edit(
    'content/forms/contact.yaml',
    '      - kind: textarea\n',
    `      - kind: month
        name: startMonth
        label: When to begin
        required: true
        min: "2027-01"
        messages:
          required: Choose a month to begin
          invalid: Choose a month in 2027 or later
      - kind: textarea
`,
  )
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('the project compiles with a new content type, section and field type', () => {
  const tsc = path.join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')
  // Does not compile `scripts`, because some scripts import tests, which are not in the project copy.
  writeFileSync(
    path.join(root, 'tsconfig.json'),
    JSON.stringify({ extends: path.join(projectRoot, 'tsconfig.json'), include: ['src', 'cli', 'relay'], exclude: [] }),
  )
  expect(run(tsc, '--noEmit', '-p', root)).toEqual({ status: 0, output: '' })
})

describe('a new content type', () => {
  it('is supported by site new, which writes a valid file with TODO placeholders', () => {
    const made = site('new', 'case-study', 'shelves-that-stay-full')
    expect(made).toMatchObject({ status: 0, output: expect.stringContaining('/case-studies/shelves-that-stay-full') })
    const file = path.join(root, 'content', 'case-studies', 'shelves-that-stay-full.yaml')
    expect(readFileSync(file, 'utf8')).toContain('testimonial:')
    expect(site('check')).toMatchObject({ status: 0 })
    rmSync(file)
  })

  it('is validated by site check, which reports the location of a broken reference', () => {
    edit('content/case-studies/lamps-for-a-night.yaml', 'abel-rope', 'abel-ropes')
    const { status, output } = site('check')
    edit('content/case-studies/lamps-for-a-night.yaml', 'abel-ropes', 'abel-rope')
    expect(status).toBe(1)
    expect(output).toMatch(/content\/case-studies\/lamps-for-a-night\.yaml:6:14 {2}error {2}ref\/unknown-slug/)
    expect(output).toContain('Did you mean abel-rope')
  })

  it('appears in the field tables and the editor schemas', () => {
    expect(site('schema').status).toBe(0)
    expect(readFileSync(path.join(root, 'content', 'README.md'), 'utf8')).toContain('`case-studies/*.yaml`')
    const schemas = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /case-?studies[^/]*\.json$/i.test(file),
    )
    expect(schemas).not.toEqual([])
    expect(readFileSync(path.join(root, schemas[0] ?? ''), 'utf8')).toContain('abel-rope')
  })
})

describe('the built site', () => {
  beforeAll(() => {
    expect(site('build', '--out', out)).toMatchObject({ status: 0 })
  })

  it('contains a page for the new entry, with its quote and share image', () => {
    const page = published('case-studies/lamps-for-a-night.html')
    expect(page).toContain('<h1')
    expect(page).toContain('Two lamps that sold well for one night')
    expect(page).toMatch(/<blockquote/)
    expect(page).toContain('content="https://harborandpine.example/share/case-studies/lamps-for-a-night.png"')
    expect(readdirSync(path.join(out, 'site', 'share', 'case-studies'))).toContain('lamps-for-a-night.png')
  })

  it('contains structured data for the new page, and lists it in sitemap.xml, the feed and llms.txt', () => {
    const page = published('case-studies/lamps-for-a-night.html')
    expect(page).toContain('"@type":"Article","headline":"Two lamps that sold well for one night"')
    expect(page).toContain('"@type":"BreadcrumbList"')
    expect(published('sitemap.xml')).toContain('/case-studies/lamps-for-a-night</loc><lastmod>2026-03-31</lastmod>')
    expect(published('case-studies/feed.xml')).toContain('Two lamps that sold well for one night')
    expect(published('llms.txt')).toContain('/case-studies/lamps-for-a-night')
  })

  it('renders the new section with its references and styles', () => {
    const page = published('pricing.html')
    expect(page).toContain('$2,400')
    expect(page).toContain('href="/services/listing-care"')
    expect(page).toContain('.pricing-price{')
    expect(published('index.html')).not.toContain('.pricing-price')
  })

  describe('a form with the new field type', () => {
    const answers = {
      name: 'Mara Alder',
      email: 'mara@alderfig.com',
      startMonth: '2027-05',
      message: 'Three chains by the summer.',
    }
    /** Serves the site with a relay that sends email. */
    async function serve() {
      const data = mkdtempSync(path.join(tmpdir(), 'adding-'))
      const receiver = await createMailReceiver()
      const relay = await startRelayProcess(out, data, {
        RELAY_TARGETS: 'smtp',
        SMTP_URL: receiver.url,
        SMTP_FROM: 'site@northshelf.example',
        MAIL_TO: 'sales@northshelf.example',
        RELAY_POSTS_PER_MINUTE: '0',
      })
      const server = createPreviewServer(out, () => relay.address)
      const port = await listen(server, '127.0.0.1', 0)
      onTestFinished(async () => {
        server.close()
        server.closeAllConnections()
        await relay.stop()
        rmSync(data, { recursive: true, force: true })
      })
      return { address: `http://127.0.0.1:${port}/contact`, mails: receiver.mails }
    }
    const fill = async (page: Page, values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) {
        await page.locator(`form[data-form=contact] [name=${name}]`).fill(value)
      }
    }
    const submit = (page: Page) => page.locator('form[data-form=contact] button[type=submit]').click()

    it('rejects out-of-range months and emails valid months if JavaScript is enabled', async () => {
      const { address, mails } = await serve()
      const { page, faults, close } = await browser.open()
      await page.goto(address)
      await hydrated(page)
      await fill(page, { ...answers, startMonth: '2026-05' })
      await submit(page)
      const month = page.locator('[name=startMonth]')
      expect(await month.evaluate((input) => (input as HTMLInputElement).validity.rangeUnderflow)).toBe(true)
      await month.fill(answers.startMonth)
      await submit(page)
      await page.locator('.told[data-tone=ok]').waitFor()
      await expect.poll(() => mails.map(({ mail }) => mail.text).join()).toContain('May 2027')
      expect(faults).toEqual([])
      await close()
    })

    it('rejects out-of-range months and emails valid months if JavaScript is disabled', async () => {
      const { address, mails } = await serve()
      const { page, close } = await browser.open({ javaScriptEnabled: false })
      await page.goto(address)
      await page.locator('form[data-form=contact]').evaluate((form) => form.setAttribute('novalidate', ''))
      await fill(page, { ...answers, startMonth: '2026-05' })
      await submit(page)
      await page.locator('.error-summary').waitFor()
      expect(await page.locator('.error-summary a').allTextContents()).toEqual(['Choose a month in 2027 or later'])
      await page.locator('[name=startMonth]').fill(answers.startMonth)
      await submit(page)
      await page.waitForURL(({ pathname }) => pathname === '/thanks/contact')
      await expect.poll(() => mails.map(({ mail }) => mail.text).join()).toContain('May 2027')
      await close()
    })
  })
})

it('site build reports the location of a syntax error', () => {
  edit('src/site/header.tsx', 'return (', 'return ((')
  const { status, output } = site('build', '--out', out)
  expect(status).not.toBe(0)
  expect(output).toContain('src/site/header.tsx:')
})
