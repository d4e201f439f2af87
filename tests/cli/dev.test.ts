import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasMissedChange, watchFolder } from '../../cli/dev/watch-folder.ts'
import { projectRoot } from '../../cli/paths.ts'
import { type RelayProcess, startRelayProcess } from '../../cli/preview/relay-process.ts'
import { draftOwnCode } from '../../cli/scaffold/new/own-code.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { copySources } from '../project-copy.ts'
import { runSite } from '../run-site.ts'
import { smallPdf } from '../small-pdf.ts'
import { type RunningDev, runDev } from './running-dev.ts'

const browser = sharedBrowser()
let dev: RunningDev
let close = async () => {}
beforeAll(async () => {
  dev = await runDev({ relay: true })
})
afterAll(() => dev?.stop())
afterEach(() => close())

/** Opens a page and marks its document, so that a test can detect a full page load. */
async function open(
  address: string,
  of = dev,
): Promise<{ page: Page; faults: string[]; loadedOnce(): Promise<boolean> }> {
  const opened = await browser.open()
  close = opened.close
  const { page, faults } = opened
  await page.goto(of.site + address)
  await hydrated(page)
  await page.evaluate(() => {
    document.documentElement.dataset.opened = 'once'
  })
  return { page, faults, loadedOnce: () => page.evaluate(() => 'opened' in document.documentElement.dataset) }
}

const troubles = (page: Page) => page.locator('site-problems [role=alert]')

describe('site dev', () => {
  it('updates the open page without reloading it, and prints the changed pages', async () => {
    const { page, faults, loadedOnce } = await open('/services/listing-care')
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
    dev.edit('services/listing-care.yaml', /^title: .*$/m, 'title: Listing care at high tide')
    await page.locator('#main', { hasText: 'Listing care at high tide' }).waitFor()
    expect(await loadedOnce()).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBe(300)
    await expect
      .poll(dev.output)
      .toMatch(/^harbor\/services\/listing-care\.yaml → \/services\/listing-care, (?=.*\/services\b).* · \d+ ms$/m)
    expect(
      dev
        .output()
        .match(/listing-care\.yaml → (.*) ·/)?.[1]
        ?.split(', '),
    ).not.toContain('/contact')
    expect(faults).toEqual([])
  })

  it('reloads the open page when the theme changes', async () => {
    const { page, faults, loadedOnce } = await open('/')
    const theme = 'theme: { drawings: neutral, corners: round }\n'
    dev.edit('site.yaml', /^(?=url:)/m, theme)
    await page.locator('html.neutral').waitFor()
    expect(await loadedOnce()).toBe(false)
    // The stylesheet may load after the document.
    const button = page.locator('.btn').first()
    await expect.poll(() => button.evaluate((shown) => getComputedStyle(shown).borderRadius)).toBe('10px')
    expect(await page.locator('.shelf').count()).toBe(0)
    dev.edit('site.yaml', theme, '')
    await page.locator('html:not(.neutral)').waitFor()
    expect(faults.filter((fault) => !fault.includes('the theme has changed'))).toEqual([])
  })

  it('serves clean URLs, 404 pages, page data, feeds and a strict CSP as in production', async () => {
    const about = await fetch(`${dev.site}/contact`)
    const policy = about.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy.replace(/style-src [^;]+;/, '')).not.toContain('unsafe')
    expect((await fetch(`${dev.site}/contact/`, { redirect: 'manual' })).headers.get('location')).toBe('/contact')
    const missing = await fetch(`${dev.site}/nowhere`)
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('<h1')])
    for (const file of ['sitemap.xml', 'blog/feed.xml', 'robots.txt', 'favicon.svg', 'favicon.ico'])
      expect((await fetch(`${dev.site}/${file}`)).status, file).toBe(200)
    const inProject = [
      'package.json',
      'tests/sites/agency/site.yaml?raw',
      'cli/main.ts?import&raw',
      'node_modules/../package.json',
    ]
    const byPath = ['/etc/passwd', ...inProject.map((file) => path.join(projectRoot, file))].map((file) => `@fs${file}`)
    for (const hidden of ['package.json', 'tests/sites/agency/site.yaml', 'src/../package.json', ...byPath])
      expect((await fetch(`${dev.site}/${hidden}`)).status, hidden).not.toBe(200)
  })

  it('redirects an old address as soon as its redirect is saved, even for links on open pages', async () => {
    const { page, faults, loadedOnce } = await open('/contact')
    dev.write('redirects.yaml', '/berths.php: /careers#berths\n')
    const request = () => fetch(`${dev.site}/berths.php?a=b`, { redirect: 'manual' })
    await expect.poll(async () => (await request()).headers.get('location')).toBe('/careers?a=b#berths')
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/berths.php'
      document.body.append(link)
      link.click()
    })
    await page.waitForURL('**/careers#berths')
    expect(await loadedOnce()).toBe(false)
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    rmSync(dev.file('redirects.yaml'))
  })

  it('shows a problem found by site check over the last valid page until the problem is fixed', async () => {
    const { page, loadedOnce } = await open('/contact')
    const before = await page.locator('#main').innerText()
    const good = dev.read('pages/contact.yaml')
    const start = dev.output().length
    dev.write('pages/contact.yaml', `${good.replace('type: form', 'type: from')}colour: red\n`)
    await troubles(page).waitFor()
    const line = good.split('\n').findIndex((text) => text.includes('type: form')) + 1
    const text = await troubles(page).innerText()
    expect(text).toContain(`harbor/pages/contact.yaml:${line}:11  error  schema/choice`)
    expect(text).toContain('Did you mean "form"?')
    expect(text).toContain(`harbor/pages/contact.yaml:${good.split('\n').length}:1  error  schema/unknown-key`)
    // The terminal and `site check` print the same text.
    const check = runSite(['check', '--content', dev.file('')], { expectFailure: true }).stdout
    for (const part of await page.locator('site-problems pre').allTextContents()) {
      expect(check).toContain(part)
      await expect.poll(() => dev.output().slice(start)).toContain(part)
    }
    expect(await page.locator('#main').innerText()).toBe(before)
    dev.write('pages/contact.yaml', good)
    await troubles(page).waitFor({ state: 'detached' })
    expect(await loadedOnce()).toBe(true)
    await expect.poll(() => dev.output().slice(start)).toContain('all problems fixed')
  })

  it('shows the same report again if a fixed mistake is reintroduced', async () => {
    const { page } = await open('/blog/ceilings-for-ads')
    const good = dev.read('blog/ceilings-for-ads.md')
    const bad = good.replace(/^title:/m, 'title: "')
    const reports: string[] = []
    for (let round = 0; round < 2; round += 1) {
      dev.write('blog/ceilings-for-ads.md', bad)
      await troubles(page).waitFor()
      reports.push(await troubles(page).innerText())
      dev.write('blog/ceilings-for-ads.md', good)
      await troubles(page).waitFor({ state: 'detached' })
    }
    expect(reports[0]).toMatch(/harbor\/blog\/ceilings-for-ads\.md:\d+:\d+ {2}error/)
    expect(reports[1]).toBe(reports[0])
  })

  it('updates a list when files are added, moved, replaced or deleted', async () => {
    const { page } = await open('/blog')
    const list = page.locator('#main')
    dev.write('blog/tide-tables.md', dev.read('blog/ceilings-for-ads.md').replace(/^title: .*$/m, 'title: Tide tables'))
    await list.getByText('Tide tables').first().waitFor()
    renameSync(dev.file('blog/tide-tables.md'), dev.file('blog/tide-clocks.md'))
    await list.locator('a[href="/blog/tide-clocks"]').first().waitFor()
    expect(await list.locator('a[href="/blog/tide-tables"]').count()).toBe(0)
    // Many editors save by replacing the file.
    dev.write('blog/.tide-clocks.swap', dev.read('blog/tide-clocks.md').replace('Tide tables', 'Tide clocks'))
    renameSync(dev.file('blog/.tide-clocks.swap'), dev.file('blog/tide-clocks.md'))
    await list.getByText('Tide clocks').first().waitFor()
    rmSync(dev.file('blog/tide-clocks.md'))
    await list.getByText('Tide clocks').first().waitFor({ state: 'detached' })
    expect((await fetch(`${dev.site}/blog/tide-clocks`)).status).toBe(404)
    symlinkSync('nowhere.md', dev.file('blog/adrift.md'))
    await expect.poll(dev.output).toContain('this symbolic link points to a file that does not exist')
    rmSync(dev.file('blog/adrift.md'))
    await expect.poll(dev.output).toMatch(/^harbor\/blog\/adrift\.md → /m)
  })

  it('serves images as in a build, draws share images on request, and shows a replaced image', async () => {
    const drawing = (color: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path fill="${color}" d="M0 0h30v20z"/></svg>`
    mkdirSync(dev.file('images'), { recursive: true })
    dev.write('images/tide.svg', drawing('teal'))
    const article = dev.read('blog/ceilings-for-ads.md')
    const { page, loadedOnce } = await open('/blog/ceilings-for-ads')
    dev.write('blog/ceilings-for-ads.md', `${article}\n![The tide](../images/tide.svg)\n`)
    const picture = page.getByAltText('The tide')
    await picture.waitFor()
    const source = () => picture.getAttribute('src')
    const first = await source()
    expect(await (await fetch(dev.site + first)).text()).toContain('teal')
    dev.write('images/tide.svg', drawing('navy'))
    await expect.poll(source).not.toBe(first)
    expect(await (await fetch(dev.site + (await source()))).text()).toContain('navy')
    expect(await loadedOnce()).toBe(true)
    const shared = new URL((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '').pathname
    const drawn = await fetch(dev.site + shared)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
    dev.write('blog/ceilings-for-ads.md', article)
  })

  it('serves the current version of a download, and shows its type and size in links', async () => {
    const download = async () => {
      const response = await fetch(`${dev.site}/files/rates.pdf`)
      return [response.status, response.headers.get('content-type'), (await response.text()).slice(0, 5)]
    }
    const article = dev.read('blog/ceilings-for-ads.md')
    const { page } = await open('/blog/ceilings-for-ads')
    mkdirSync(dev.file('files'), { recursive: true })
    dev.write('files/rates.pdf', smallPdf('Rates'))
    await expect.poll(download).toEqual([200, 'application/pdf', '%PDF-'])
    dev.write('blog/ceilings-for-ads.md', `${article}\n[Our rates](../files/rates.pdf)\n`)
    await page.getByRole('link', { name: /Our rates \(PDF, 1.kB\)/ }).waitFor()
    dev.write('files/rates.pdf', smallPdf('Rates '.repeat(300)))
    await page.getByRole('link', { name: /Our rates \(PDF, 2.kB\)/ }).waitFor()
    dev.write('blog/ceilings-for-ads.md', article)
    rmSync(dev.file('files'), { recursive: true })
    await expect.poll(download).toEqual([404, 'text/html; charset=utf-8', '<!doc'])
  })

  it('shows an unpublished entry, and labels its page and the links to it as draft or scheduled', async () => {
    const article = dev.read('blog/ceilings-for-ads.md')
    const { page, loadedOnce } = await open('/blog/ceilings-for-ads')
    const mark = (selector: string, part = '::after') =>
      page.evaluate(
        ([of = '', pseudo]) => getComputedStyle(document.querySelector(of) ?? document.body, pseudo).content,
        [selector, part],
      )
    expect(await mark('body')).toBe('none')
    dev.write('blog/ceilings-for-ads.md', article.replace(/^title:/m, 'draft: true\ntitle:'))
    await expect.poll(() => mark('body')).toContain('Draft')
    dev.write('blog/ceilings-for-ads.md', article.replace(/^published: .*/m, 'published: 2931-05-05'))
    await expect.poll(() => mark('body')).toContain('From 2931-05-05')
    await page.locator('a[href="/blog"]:visible').first().click()
    const link = 'main a[href="/blog/ceilings-for-ads"]'
    await expect.poll(() => mark(link, '::before')).toContain('From 2931-05-05')
    await expect.poll(() => mark('body')).toBe('none')
    dev.write('blog/ceilings-for-ads.md', article)
    await expect.poll(() => mark(link, '::before')).not.toContain('From')
    expect(await loadedOnce()).toBe(true)
  })

  it('shows the result of every save, even when saves follow in quick succession', async () => {
    const shown = async () => (await fetch(`${dev.site}/services/ad-tending`)).text()
    const good = dev.read('services/ad-tending.yaml')
    for (let save = 1; save <= 5; save += 1) {
      dev.write('services/ad-tending.yaml', good.replace(/^title: .*$/m, `title: Save number ${save}`))
      await expect.poll(shown, { interval: 1 }).toContain(`Save number ${save}`)
    }
  })

  it('preserves form input and focus when other content is saved', async () => {
    const { page, loadedOnce } = await open('/contact')
    const message = page.locator('form textarea[name=message]')
    await message.fill('Half a sen')
    dev.edit('pages/contact.yaml', 'Tell us what you sell.', 'Tell us what you make.')
    await page.locator('h1', { hasText: 'Tell us what you make.' }).waitFor()
    await page.keyboard.type('tence')
    expect(await message.inputValue()).toBe('Half a sentence')
    // What the visitor typed also survives changes to the form's own text.
    dev.edit('forms/contact.yaml', 'What is on your mind?', 'What keeps you awake?')
    await page.getByText('What keeps you awake?').waitFor()
    expect(await message.inputValue()).toBe('Half a sentence')
    expect(await loadedOnce()).toBe(true)
  })

  it('shows submissions in the inbox, and restarts the relay when a form contract changes', async () => {
    const start = dev.output().length
    const restarts = () => dev.output().slice(start).split('The relay restarted with the changed forms.').length - 1
    const { page } = await open('/contact')
    const inbox = async () => (await fetch(`${dev.site}/inbox`)).text()
    const send = async (name: string) => {
      await page.locator('form [name=name]').fill(name)
      await page.locator('form [name=email]').fill('mara@alder.example')
      await page.locator('form [name=message]').fill('Hello')
      await page.locator('form [type=submit]').click()
    }
    await send('Mara of the mooring')
    await expect.poll(inbox).toContain('Mara of the mooring')

    const field =
      '      - kind: text\n        name: berth\n        label: Which berth?\n        required: true\n        messages:\n          required: Tell us your berth\n          invalid: Shorter, please\n'
    dev.edit('forms/contact.yaml', '      - kind: textarea', `${field}      - kind: textarea`)
    await page.getByText('Which berth?').waitFor()
    const post = () =>
      fetch(`${dev.site}/functions/v1/send-form-submission`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ formType: 'contact', name: 'Nil', email: 'nil@alder.example', message: 'No berth' }),
      })
    await expect.poll(async () => (await post()).status).toBe(422)
    await page.locator('form [name=berth]').fill('Berth nine')
    await send('Mara moved')
    await expect.poll(inbox).toContain('Berth nine')
    expect(restarts()).toBeGreaterThan(0)
    const before = restarts()
    // A new logo also restarts the relay, because the relay's own pages show it.
    dev.edit('site.yaml', 'logo: harbor+pine', 'logo: harbor+oak')
    await expect.poll(restarts).toBe(before + 1)
  })
})

describe('site dev', () => {
  it('recovers when the content folder is moved away and back, and prints a summary if many files change', async () => {
    const { page } = await open('/contact')
    renameSync(dev.file(''), `${dev.file('')}-away`)
    await troubles(page).waitFor()
    renameSync(`${dev.file('')}-away`, dev.file(''))
    await troubles(page).waitFor({ state: 'detached' })
    dev.edit('pages/contact.yaml', /heading: Tell us what you .*$/m, 'heading: Tell us what you bring back.')
    await page.locator('h1', { hasText: 'Tell us what you bring back.' }).waitFor()
    const start = dev.output().length
    // Replaces the whole folder at once, so that no file is read while it is being written.
    const list = `${dev.file('')}-testimonials`
    cpSync(dev.file('testimonials'), list, { recursive: true })
    for (let number = 0; number < 120; number += 1)
      writeFileSync(
        path.join(list, `many-${number}.yaml`),
        dev.read('testimonials/abel-rope.yaml').replace('quote: ', `quote: Sentence ${number}. `),
      )
    renameSync(dev.file('testimonials'), `${list}-before`)
    renameSync(list, dev.file('testimonials'))
    await expect.poll(() => dev.output().slice(start)).toMatch(/^120 files changed → no page changed · \d+ ms$/m)
    expect(dev.output().slice(start)).not.toContain('many-')
  })

  it('reports which process is using the relay data folder, and how to choose another folder', async () => {
    const { out, 'relay-data': data } = dev.options
    await expect(startRelayProcess(out, data)).rejects.toThrow(
      new RegExp(`Process ${dev.pid} .* is using it.*"kill ${dev.pid}", or choose another folder with --relay-data`),
    )
  })

  it('shows the site as of the --now date, and stops its relay even if site dev itself is killed', async () => {
    const killed = await runDev({
      relay: true,
      now: '2931-05-05',
      prepare(content) {
        const text = readFileSync(path.join(content, 'blog', 'ceilings-for-ads.md'), 'utf8')
        for (const day of ['2931-05-05', '2931-05-06'])
          writeFileSync(
            path.join(content, 'blog', `on-${day}.md`),
            text
              .replace(/^title: /m, `title: ${day} `)
              .replace(/^published: .*\n(?:updated: .*\n)?/m, `published: ${day}\n`),
          )
      },
    })
    const { out, 'relay-data': data } = killed.options
    const statusOn = async (day: string) => (await fetch(`${killed.site}/blog/on-${day}`)).status
    expect([await statusOn('2931-05-05'), await statusOn('2931-05-06')]).toEqual([200, 404])
    expect((await fetch(`${killed.site}/inbox`)).status).toBe(200)
    await killed.kill()
    let relay: RelayProcess | undefined
    await expect
      .poll(async () => {
        relay = await startRelayProcess(out, data).catch(() => undefined)
        return relay !== undefined
      })
      .toBe(true)
    await relay?.stop()
    killed.clean()
  })
})

describe('watchFolder', () => {
  it('does not report a file while it is being written', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watch-'))
    const file = path.join(folder, 'article.md')
    const texts: string[] = []
    const onSave = (files: Set<string>) => void texts.push(...[...files].map((name) => readFileSync(name, 'utf8')))
    let pauses = 0
    const { close } = await watchFolder(folder, onSave, async () => {
      pauses += 1
      // The first pause waits for further changes, the second for the empty file to be filled.
      if (pauses === 2) writeFileSync(file, 'whole')
    })
    try {
      writeFileSync(file, '')
      await expect.poll(() => texts).toContain('whole')
      expect(texts).not.toContain('')
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('keeps watching after files that cannot be read: symbolic links to themselves, and paths below a file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watch-'))
    const content = path.join(folder, 'content')
    mkdirSync(content)
    const saves: string[] = []
    const { close } = await watchFolder(content, (files) => void saves.push(...files))
    try {
      expect(await hasMissedChange(path.join(import.meta.filename, 'below-a-file.md'))).toBe(false)
      for (const name of ['one.md', 'two.md', 'last.md']) {
        const file = path.join(content, name)
        if (name === 'last.md') writeFileSync(file, 'content')
        else symlinkSync(name, file)
        await expect.poll(() => saves).toContain(file)
      }
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('reports a dangling symbolic link when it is created and when it is deleted', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watch-'))
    const content = path.join(folder, 'content')
    mkdirSync(path.join(content, 'blog'), { recursive: true })
    const saves: string[] = []
    const { close } = await watchFolder(content, (files) => void saves.push(...files))
    try {
      const link = path.join(content, 'blog', 'gone.md')
      symlinkSync('nowhere.md', link)
      await expect.poll(() => saves).toContain(link)
      saves.length = 0
      rmSync(link)
      await expect.poll(() => saves).toContain(link)
      writeFileSync(path.join(folder, 'beside.md'), 'not content')
      writeFileSync(path.join(content, 'last.md'), 'content')
      await expect.poll(() => saves).toContain(path.join(content, 'last.md'))
      expect(saves.join()).not.toContain('beside')
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('site dev with invalid content', () => {
  let bad: RunningDev
  let exitCode: Promise<number | null> | undefined
  beforeAll(async () => {
    const keepAlive = 'data:text/javascript,setInterval(() => {}, 1000)'
    bad = await runDev({
      program: ['--import', keepAlive, 'scripts/site.mjs'],
      relay: true,
      prepare: (content) => {
        const site = path.join(content, 'site.yaml')
        writeFileSync(site, readFileSync(site, 'utf8').replace(/^email: .*$/m, 'email: nobody'))
      },
    })
  })
  const stop = () => {
    exitCode ??= bad?.stop()
    return exitCode
  }
  afterAll(stop)

  it('starts with an empty page that shows the problem, then shows the site when the problem is fixed', async () => {
    const opened = await browser.open()
    close = opened.close
    const { page } = opened
    const response = await page.goto(`${bad.site}/contact`)
    expect(response?.status()).toBe(503)
    await troubles(page).waitFor()
    expect(await troubles(page).innerText()).toMatch(/harbor\/site\.yaml:\d+:8 {2}error {2}schema\/format/)
    bad.edit('site.yaml', 'email: nobody', 'email: crew@harborandpine.example')
    await page.locator('h1').waitFor()
    expect(await troubles(page).count()).toBe(0)
    expect((await fetch(`${bad.site}/inbox`)).status).toBe(200)
  })

  it('ends after Ctrl+C even if something keeps the process alive', async () => {
    expect(await stop()).toBe(0)
  })
})

describe('site dev when its own source files change', () => {
  // These tests edit source files, so they work on a copy of the project.
  const root = path.join(projectRoot, 'tests', '.output', `dev-${process.pid}`)
  let own: RunningDev
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const addSection = (name: string) => {
    const files = draftOwnCode('section', name)
    for (const { file, after } of files) write(file, after)
    return files[0]?.after ?? ''
  }
  let timetable: string
  beforeAll(async () => {
    copySources(root)
    timetable = addSection('timetable')
    own = await runDev({ root })
  })
  afterAll(async () => {
    await own?.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const edit = (file: string, from: string, to: string) => {
    // Always starts from the original source, so that a retried test sees the same state.
    const text = readFileSync(path.join(projectRoot, file), 'utf8')
    expect(text, file).toContain(from)
    writeFileSync(path.join(root, file), text.replace(from, to))
  }

  it('updates hydrated and static components, styles and titles in the open page', async () => {
    const { page, loadedOnce } = await open('/contact', own)
    await page.locator('form [name=name]').fill('Still here')
    // This component is hydrated, so the browser replaces its module.
    edit('src/sections/form/form.live.tsx', '<h2>{heading}</h2>', '<h2>{heading} (live)</h2>')
    await page.locator('h2', { hasText: '(live)' }).waitFor()
    // This component is static, so the server renders it again.
    edit('src/sections/hero/page-hero.tsx', '</h1>', ' (still)</h1>')
    await page.locator('h1', { hasText: '(still)' }).waitFor()
    edit('src/theme/base.css', '@layer base {', '@layer base { h1 { letter-spacing: 7px !important; }')
    await page.waitForFunction(() => getComputedStyle(document.querySelector('h1') as Element).letterSpacing === '7px')
    edit('src/routes.ts', '.find(Boolean))', ".find(Boolean)) + ' in view'")
    await page.waitForFunction(() => document.title.includes('in view'))
    expect(await page.locator('form [name=name]').inputValue()).toBe('Still here')
    expect(await loadedOnce()).toBe(true)
  })

  it('shows a logo and a button on one line on phones, and only a longer logo on two', async () => {
    const { page } = await open('/contact', own)
    const site = own.read('site.yaml')
    for (const [logo, label, most] of [
      ['Harbor Street Dental Practice', 'Book an appointment', 2],
      ['Bright Smile Dental', 'Book online', 1],
    ] as const) {
      const named = site.replace('logo: harbor+pine', `logo: ${logo}`)
      own.write('site.yaml', named.replace('label: Hail us', `label: ${label}`))
      await page.locator('.top .logo', { hasText: logo }).waitFor()
      for (const width of [320, 360, 390, 480]) {
        await page.setViewportSize({ width, height: 600 })
        const parts = page.locator('.top-bar').locator('.logo, .top-start').filter({ visible: true })
        const lines = await parts.evaluateAll((all) =>
          all.map((part) => {
            const range = document.createRange()
            range.selectNodeContents(part.lastChild as Node)
            return range.getClientRects().length
          }),
        )
        expect(lines, `${logo} ${width}`).toHaveLength(width >= 480 ? 2 : 1)
        expect(Math.max(...lines), `${logo} ${width}`).toBeLessThanOrEqual(most)
      }
    }
    own.write('site.yaml', site)
    await page.locator('.top .logo', { hasText: 'harbor+pine' }).waitFor()
  })

  it('hydrates a component that calls useId without an error', async () => {
    const file = 'src/sections/form/form.live.tsx'
    const original = readFileSync(path.join(projectRoot, file), 'utf8')
    const changed = original.replace('<h2>{heading}</h2>', '<h2 id={useId()}>{heading}</h2>')
    writeFileSync(path.join(root, file), `import { useId } from 'react'\n${changed}`)
    const isRendered = async () => /<h2 id="_/.test(await (await fetch(`${own.site}/contact`)).text())
    await expect.poll(isRendered).toBe(true)
    const { page, faults } = await open('/contact', own)
    expect(await page.locator('h2[id^=_]').count()).toBe(1)
    expect(faults).toEqual([])
    writeFileSync(path.join(root, file), original)
    await expect.poll(isRendered).toBe(false)
  })

  it('shows the result of the second of two quick saves', async () => {
    const { page } = await open('/contact', own)
    // Milliseconds between the saves. After a change, the watcher ignores the file for 50 ms.
    for (const gap of [20, 40]) {
      edit('src/sections/hero/page-hero.tsx', '</h1>', '</h2>')
      await pause(gap)
      edit('src/sections/hero/page-hero.tsx', '</h1>', ` (${gap} later)</h1>`)
      await page.locator('h1', { hasText: `(${gap} later)` }).waitFor()
      await troubles(page).waitFor({ state: 'detached' })
    }
  })

  it('ignores a failed page request that started before the last save', async () => {
    const { page } = await open('/contact', own)
    const file = 'src/sections/hero/page-hero.tsx'
    const signal = path.join(root, 'go')
    const delayedFailure = [
      `const { existsSync } = await import('node:fs')`,
      `console.log('begun')`,
      `while (!existsSync(${JSON.stringify(signal)})) await new Promise((resolve) => setTimeout(resolve, 20))`,
      `throw new Error('too late')`,
    ]
    const begun = page.waitForResponse((response) => response.url().includes('/@dev/page'))
    edit(file, 'export ', `${delayedFailure.join('\n')}\nexport `)
    await expect.poll(own.output).toContain('begun')
    const version = Number((await page.locator('link[href*=unpublished]').getAttribute('href'))?.split('?')[1])
    edit(file, '</h1>', ' (in time)</h1>')
    const isUpdated = async () => {
      // Requests that arrive before the server has loaded the second edit wait for the signal, so each one has a timeout.
      const response = await fetch(`${own.site}/contact`, { signal: AbortSignal.timeout(10_000) }).catch(
        () => undefined,
      )
      const html = (await response?.text()) ?? ''
      return html.includes('(in time)') && Number(/name="version" content="(\d+)"/.exec(html)?.[1]) > version
    }
    await expect.poll(isUpdated, { timeout: 600_000 }).toBe(true)
    writeFileSync(signal, '')
    expect((await begun).status()).toBe(500)
    await page.locator('h1', { hasText: '(in time)' }).waitFor()
    expect(own.output()).not.toContain('too late')
    expect(await troubles(page).count()).toBe(0)
  })

  it('shows a compile error over the last valid page', async () => {
    const { page } = await open('/contact', own)
    const heading = 'Tell us what you sell.'
    edit('src/sections/hero/page-hero.tsx', '</h1>', '</h2>')
    await troubles(page).waitFor()
    expect(await troubles(page).innerText()).toMatch(/src\/sections\/hero\/page-hero\.tsx:\d+:\d+ {2}error/)
    expect(await page.locator('h1').innerText()).toContain(heading)
    edit('src/sections/hero/page-hero.tsx', '</h1>', '</h1>')
    await troubles(page).waitFor({ state: 'detached' })
    // A reloaded page also shows the error, even though its own script cannot run.
    edit('src/site/header.tsx', 'return (', 'return ((')
    await troubles(page).waitFor()
    await page.reload()
    await troubles(page).waitFor()
    expect(await page.locator('h1').innerText()).toContain(heading)
    edit('src/site/header.tsx', 'return (', 'return (')
    await troubles(page).waitFor({ state: 'detached' })
    await hydrated(page)
  })

  it('recovers as soon as a mistake in a section of the project is corrected', async () => {
    const { page } = await open('/visit', own)
    const reports = async (text: string) => {
      await troubles(page).filter({ hasText: text }).waitFor()
    }
    const recovers = () => troubles(page).waitFor({ state: 'detached' })
    const append = (type: string) => {
      const section = `  - type: ${type}\n    heading: Open\n    days: [{ day: Monday, open: 7 to 9 }]\n`
      own.write('pages/visit.yaml', own.read('pages/visit.yaml') + section)
    }
    append('timetable')
    await page.locator('.timetable-days').waitFor()
    const schema = 'sections/timetable/schema.ts'
    // The missing file, not the one with the mistake, is saved.
    write(schema, `import './days.ts'\n${timetable}`)
    await reports('days.ts')
    write('sections/timetable/days.ts', 'export {}\n')
    await recovers()
    rmSync(path.join(root, schema))
    await reports(schema)
    write(schema, timetable)
    await recovers()
    // Saved results of content depend on the schema.
    write(schema, timetable.replace('  days:', '  dayz:'))
    await reports('unknown field "days"')
    write(schema, timetable)
    await recovers()
    // A new section.
    const counter = addSection('counter')
    await recovers()
    write('sections/counter/schema.ts', counter.replace('const schema', 'const shema'))
    await reports('sections/counter/schema.ts')
    write('sections/counter/schema.ts', counter)
    await recovers()
    append('counter')
    await page.locator('.counter-days').waitFor()
  })
})
