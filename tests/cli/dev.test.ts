import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { watchFolder } from '../../cli/dev/watch-folder.ts'
import { projectRoot } from '../../cli/paths.ts'
import { type RelayProcess, startRelayProcess } from '../../cli/preview/relay-process.ts'
import { hydrated, sharedBrowser } from '../behaviour/browser.ts'
import { copySources } from '../project-copy.ts'
import { runSite } from '../run-site.ts'
import { smallPdf } from '../small-pdf.ts'
import { type RunningDev, runDev } from './running-dev.ts'

const browser = sharedBrowser()
let dev: RunningDev
let close = async () => {}
beforeAll(async () => {
  dev = await runDev()
})
afterAll(() => dev?.stop())
afterEach(() => close())

/** Opens a page that marks itself, so that a full load can be told. */
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

const troubles = (page: Page) => page.locator('site-troubles [role=alert]')

describe('site dev', () => {
  it('shows a save in the open page without loading it anew, and names the pages that changed', async () => {
    const { page, faults, loadedOnce } = await open('/services/listing-care')
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
    dev.edit('services/listing-care.yaml', /^title: .*$/m, 'title: Listing care at high tide')
    await page.locator('#main', { hasText: 'Listing care at high tide' }).waitFor()
    expect(await loadedOnce()).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBe(300)
    await expect
      .poll(dev.said)
      .toMatch(/^harbor\/services\/listing-care\.yaml → \/services\/listing-care, (?=.*\/services\b).* · \d+ ms$/m)
    expect(
      dev
        .said()
        .match(/listing-care\.yaml → (.*) ·/)?.[1]
        ?.split(', '),
    ).not.toContain('/contact')
    expect(faults).toEqual([])
  })

  it('answers as production does: clean addresses, status 404, page data, feeds, a policy without unsafe words', async () => {
    const about = await fetch(`${dev.site}/contact`)
    const policy = about.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy.replace(/style-src [^;]+;/, '')).not.toContain('unsafe')
    expect((await fetch(`${dev.site}/contact/`, { redirect: 'manual' })).headers.get('location')).toBe('/contact')
    const missing = await fetch(`${dev.site}/nowhere`)
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('<h1')])
    expect(await (await fetch(`${dev.site}/data/contact.json`)).json()).toMatchObject({ page: { path: '/contact' } })
    for (const file of ['sitemap.xml', 'blog/feed.xml', 'robots.txt', 'favicon.svg', 'favicon.ico'])
      expect((await fetch(`${dev.site}/${file}`)).status, file).toBe(200)
    const inProject = [
      'package.json',
      'content/site.yaml?raw',
      'cli/main.ts?import&raw',
      'node_modules/../package.json',
    ]
    const byPath = ['/etc/passwd', ...inProject.map((file) => path.join(projectRoot, file))].map((file) => `@fs${file}`)
    for (const hidden of ['package.json', 'content/site.yaml', 'src/../package.json', ...byPath])
      expect((await fetch(`${dev.site}/${hidden}`)).status, hidden).not.toBe(200)
  })

  it('leads on from an old address as soon as it is written, and who follows a link in an open page too', async () => {
    const { page, faults, loadedOnce } = await open('/contact')
    dev.write('redirects.yaml', '/berths.php: /careers#berths\n')
    const ask = () => fetch(`${dev.site}/berths.php?a=b`, { redirect: 'manual' })
    await expect.poll(async () => (await ask()).headers.get('location')).toBe('/careers?a=b#berths')
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

  it('keeps the last good page under the diagnostic that site check prints, and clears it by itself', async () => {
    const { page, loadedOnce } = await open('/contact')
    const before = await page.locator('#main').innerText()
    const good = dev.read('pages/contact.yaml')
    const said = dev.said().length
    dev.write('pages/contact.yaml', `${good.replace('type: form', 'type: from')}colour: red\n`)
    await troubles(page).waitFor()
    const line = good.split('\n').findIndex((text) => text.includes('type: form')) + 1
    const text = await troubles(page).innerText()
    expect(text).toContain(`harbor/pages/contact.yaml:${line}:11  error  schema/choice`)
    expect(text).toContain('Did you mean "form"?')
    expect(text).toContain(`harbor/pages/contact.yaml:${good.split('\n').length}:1  error  schema/unknown-key`)
    // The same words as in the terminal and from the command.
    const check = runSite(['check', '--content', dev.file('')], { expectFailure: true }).stdout
    for (const part of await page.locator('site-troubles pre').allTextContents()) {
      expect(check).toContain(part)
      await expect.poll(() => dev.said().slice(said)).toContain(part)
    }
    expect(await page.locator('#main').innerText()).toBe(before)
    dev.write('pages/contact.yaml', good)
    await troubles(page).waitFor({ state: 'detached' })
    expect(await loadedOnce()).toBe(true)
    await expect.poll(() => dev.said().slice(said)).toContain('all is well again')
  })

  it('tells the same mistake the same way when it is made a second time', async () => {
    const { page } = await open('/blog/ceilings-for-ads')
    const good = dev.read('blog/ceilings-for-ads.md')
    const bad = good.replace(/^title:/m, 'title: "')
    const told: string[] = []
    for (let time = 0; time < 2; time += 1) {
      dev.write('blog/ceilings-for-ads.md', bad)
      await troubles(page).waitFor()
      told.push(await troubles(page).innerText())
      dev.write('blog/ceilings-for-ads.md', good)
      await troubles(page).waitFor({ state: 'detached' })
    }
    expect(told[0]).toMatch(/harbor\/blog\/ceilings-for-ads\.md:\d+:\d+ {2}error/)
    expect(told[1]).toBe(told[0])
  })

  it('takes in new, moved and deleted files, and saves that replace the file', async () => {
    const { page } = await open('/blog')
    const list = page.locator('#main')
    dev.write('blog/tide-tables.md', dev.read('blog/ceilings-for-ads.md').replace(/^title: .*$/m, 'title: Tide tables'))
    await list.getByText('Tide tables').first().waitFor()
    renameSync(dev.file('blog/tide-tables.md'), dev.file('blog/tide-clocks.md'))
    await list.locator('a[href="/blog/tide-clocks"]').first().waitFor()
    expect(await list.locator('a[href="/blog/tide-tables"]').count()).toBe(0)
    // As many editors save: a new file takes the place of the old one.
    dev.write('blog/.tide-clocks.swap', dev.read('blog/tide-clocks.md').replace('Tide tables', 'Tide clocks'))
    renameSync(dev.file('blog/.tide-clocks.swap'), dev.file('blog/tide-clocks.md'))
    await list.getByText('Tide clocks').first().waitFor()
    rmSync(dev.file('blog/tide-clocks.md'))
    await list.getByText('Tide clocks').first().waitFor({ state: 'detached' })
    expect((await fetch(`${dev.site}/blog/tide-clocks`)).status).toBe(404)
    symlinkSync('nowhere.md', dev.file('blog/adrift.md'))
    await expect.poll(dev.said).toContain('this link points to a file that does not exist')
    rmSync(dev.file('blog/adrift.md'))
    await expect.poll(dev.said).toMatch(/^harbor\/blog\/adrift\.md → /m)
  })

  it('publishes pictures as the build does, draws shared ones when asked, and shows another picture of the same name', async () => {
    const drawing = (colour: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path fill="${colour}" d="M0 0h30v20z"/></svg>`
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

  it('has what can be downloaded as it is now, and says what it is where a text leads to it', async () => {
    const ask = async () => {
      const answer = await fetch(`${dev.site}/files/rates.pdf`)
      return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 5)]
    }
    const article = dev.read('blog/ceilings-for-ads.md')
    const { page } = await open('/blog/ceilings-for-ads')
    mkdirSync(dev.file('files'), { recursive: true })
    dev.write('files/rates.pdf', smallPdf('Rates'))
    await expect.poll(ask).toEqual([200, 'application/pdf', '%PDF-'])
    dev.write('blog/ceilings-for-ads.md', `${article}\n[Our rates](../files/rates.pdf)\n`)
    await page.getByRole('link', { name: /Our rates \(PDF, 1.kB\)/ }).waitFor()
    dev.write('files/rates.pdf', smallPdf('Rates '.repeat(300)))
    await page.getByRole('link', { name: /Our rates \(PDF, 2.kB\)/ }).waitFor()
    dev.write('blog/ceilings-for-ads.md', article)
    rmSync(dev.file('files'), { recursive: true })
    await expect.poll(ask).toEqual([404, 'text/html; charset=utf-8', '<!doc'])
  })

  it('shows what is not published, and marks it on its page and where it is linked to', async () => {
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

  it('takes in a save that follows hard on another', async () => {
    const shown = async () => (await fetch(`${dev.site}/data/services/ad-tending.json`)).text()
    const good = dev.read('services/ad-tending.yaml')
    for (let save = 1; save <= 5; save += 1) {
      dev.write('services/ad-tending.yaml', good.replace(/^title: .*$/m, `title: Save number ${save}`))
      await expect.poll(shown, { interval: 1 }).toContain(`Save number ${save}`)
    }
  })

  it('keeps what is typed in a form, and where the keyboard is, while other content is saved', async () => {
    const { page, loadedOnce } = await open('/contact')
    const message = page.locator('form textarea[name=message]')
    await message.fill('Half a sen')
    dev.edit('pages/contact.yaml', 'Tell us what you sell.', 'Tell us what you make.')
    await page.locator('h1', { hasText: 'Tell us what you make.' }).waitFor()
    await page.keyboard.type('tence')
    expect(await message.inputValue()).toBe('Half a sentence')
    // The words of the form itself and those round every page may change under it, too.
    dev.edit('forms/contact.yaml', 'What is on your mind?', 'What keeps you awake?')
    await page.getByText('What keeps you awake?').waitFor()
    expect(await message.inputValue()).toBe('Half a sentence')
    expect(await loadedOnce()).toBe(true)
  })

  it('takes posts into the inbox, and over a changed contract without being started anew', async () => {
    const said = dev.said().length
    const restarts = () => dev.said().slice(said).split('The relay has taken over the changed forms.').length - 1
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
    // Its own pages show the logo.
    dev.edit('site.yaml', 'logo: harbor+pine', 'logo: harbor+oak')
    await expect.poll(restarts).toBe(before + 1)
  })
})

describe('site dev beside others', () => {
  it('follows a content folder that was moved away and back, and tells many changed files by their number, once', async () => {
    const { page } = await open('/contact')
    renameSync(dev.file(''), `${dev.file('')}-away`)
    await troubles(page).waitFor()
    renameSync(`${dev.file('')}-away`, dev.file(''))
    await troubles(page).waitFor({ state: 'detached' })
    dev.edit('pages/contact.yaml', /heading: Tell us what you .*$/m, 'heading: Tell us what you bring back.')
    await page.locator('h1', { hasText: 'Tell us what you bring back.' }).waitFor()
    const said = dev.said().length
    // As a checkout does it, at one moment: what is still being written may be read half.
    const list = `${dev.file('')}-testimonials`
    cpSync(dev.file('testimonials'), list, { recursive: true })
    for (let number = 0; number < 120; number += 1)
      writeFileSync(
        path.join(list, `many-${number}.yaml`),
        dev.read('testimonials/abel-rope.yaml').replace('quote: ', `quote: Sentence ${number}. `),
      )
    renameSync(dev.file('testimonials'), `${list}-before`)
    renameSync(list, dev.file('testimonials'))
    await expect.poll(() => dev.said().slice(said)).toMatch(/^120 files changed → no page looks different · \d+ ms$/m)
    expect(dev.said().slice(said)).not.toContain('many-')
  })

  it('says which process has the relay, and with which option it gets one of its own', async () => {
    const { out, 'relay-data': data } = dev.options
    await expect(startRelayProcess(out, data)).rejects.toThrow(
      new RegExp(`Process ${dev.pid} has it.*"kill ${dev.pid}"; or --relay-data names another folder`),
    )
  })

  it('shows the site of a day with --now, and takes its relay along, even when it is killed', async () => {
    const killed = await runDev({
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

describe('watching a folder', () => {
  it('does not take a file that is being written for a broken one', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watch-'))
    const file = path.join(folder, 'article.md')
    const told: string[] = []
    const tell = (files: Set<string>) => void told.push(...[...files].map((one) => readFileSync(one, 'utf8')))
    let pauses = 0
    const { close } = await watchFolder(folder, tell, async () => {
      pauses += 1
      // The first is for what else may come, the second for what is empty so far.
      if (pauses === 2) writeFileSync(file, 'whole')
    })
    try {
      writeFileSync(file, '')
      await expect.poll(() => told).toContain('whole')
      expect(told).not.toContain('')
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('tells of links that lead nowhere, and that they are gone', async () => {
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

describe('site dev on bad content', () => {
  it('starts with the diagnostic over an empty page, and shows the site when it is mended', async () => {
    const bad = await runDev({
      prepare: (content) => {
        const site = path.join(content, 'site.yaml')
        writeFileSync(site, readFileSync(site, 'utf8').replace(/^email: .*$/m, 'email: nobody'))
      },
    })
    try {
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
    } finally {
      expect(await bad.stop()).toBe(0)
    }
  })
})

describe('site dev with sources that change', () => {
  // These tests edit sources, so they work on a copy.
  const root = path.join(projectRoot, 'tests', '.output', `dev-${process.pid}`)
  let own: RunningDev
  beforeAll(async () => {
    copySources(root)
    own = await runDev({ root })
  })
  afterAll(async () => {
    await own?.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const edit = (file: string, from: string, to: string) => {
    // Always of the source as it is in the project: a test that is run again starts from there.
    const text = readFileSync(path.join(projectRoot, file), 'utf8')
    expect(text, file).toContain(from)
    writeFileSync(path.join(root, file), text.replace(from, to))
  }

  it('shows another component, hydrated or not, another style and another view in the open page', async () => {
    const { page, loadedOnce } = await open('/contact', own)
    await page.locator('form [name=name]').fill('Still here')
    // Hydrated: by the browser's own modules.
    edit('src/sections/form/form.live.tsx', '<h2>{heading}</h2>', '<h2>{heading} (live)</h2>')
    await page.locator('h2', { hasText: '(live)' }).waitFor()
    // Only HTML: rendered anew here.
    edit('src/sections/hero/page-hero.tsx', '</h1>', ' (still)</h1>')
    await page.locator('h1', { hasText: '(still)' }).waitFor()
    edit('src/theme/base.css', '@layer base {', '@layer base { h1 { letter-spacing: 7px !important; }')
    await page.waitForFunction(() => getComputedStyle(document.querySelector('h1') as Element).letterSpacing === '7px')
    edit('src/routes.ts', '.find(Boolean))', ".find(Boolean)) + ' in view'")
    await page.waitForFunction(() => document.title.includes('in view'))
    expect(await page.locator('form [name=name]').inputValue()).toBe('Still here')
    expect(await loadedOnce()).toBe(true)
  })

  it('takes the second of two saves that come one right after the other', async () => {
    const { page } = await open('/contact', own)
    // Milliseconds between them: of a file that has just changed, the watcher tells nothing for 50.
    for (const gap of [20, 40]) {
      edit('src/sections/hero/page-hero.tsx', '</h1>', '</h2>')
      await pause(gap)
      edit('src/sections/hero/page-hero.tsx', '</h1>', ` (${gap} later)</h1>`)
      await page.locator('h1', { hasText: `(${gap} later)` }).waitFor()
      await troubles(page).waitFor({ state: 'detached' })
    }
  })

  it('tells nothing of a page that was begun before the last save and fails after it', async () => {
    const { page } = await open('/contact', own)
    const file = 'src/sections/hero/page-hero.tsx'
    const go = path.join(root, 'go')
    const late = [
      `const { existsSync } = await import('node:fs')`,
      `console.log('begun')`,
      `while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 20))`,
      `throw new Error('too late')`,
    ]
    const begun = page.waitForResponse((response) => response.url().includes('/@dev/page'))
    edit(file, 'export ', `${late.join('\n')}\nexport `)
    await expect.poll(own.said).toContain('begun')
    const version = Number((await page.locator('link[href*=unpublished]').getAttribute('href'))?.split('?')[1])
    edit(file, '</h1>', ' (in time)</h1>')
    const isThere = async () => {
      // What is asked for too early waits like the other one.
      const response = await fetch(`${own.site}/contact`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
      const html = (await response?.text()) ?? ''
      return html.includes('(in time)') && Number(/name="version" content="(\d+)"/.exec(html)?.[1]) > version
    }
    await expect.poll(isThere).toBe(true)
    writeFileSync(go, '')
    expect((await begun).status()).toBe(500)
    await page.locator('h1', { hasText: '(in time)' }).waitFor()
    expect(own.said()).not.toContain('too late')
    expect(await troubles(page).count()).toBe(0)
  })

  it('keeps the last good page under what does not compile', async () => {
    const { page } = await open('/contact', own)
    const heading = 'Tell us what you sell.'
    edit('src/sections/hero/page-hero.tsx', '</h1>', '</h2>')
    await troubles(page).waitFor()
    expect(await troubles(page).innerText()).toMatch(/src\/sections\/hero\/page-hero\.tsx:\d+:\d+ {2}error/)
    expect(await page.locator('h1').innerText()).toContain(heading)
    edit('src/sections/hero/page-hero.tsx', '</h1>', '</h1>')
    await troubles(page).waitFor({ state: 'detached' })
    // Also in a page that is opened now, though its own script cannot run.
    edit('src/site/header.tsx', 'return (', 'return ((')
    await troubles(page).waitFor()
    await page.reload()
    await troubles(page).waitFor()
    expect(await page.locator('h1').innerText()).toContain(heading)
    edit('src/site/header.tsx', 'return (', 'return (')
    await troubles(page).waitFor({ state: 'detached' })
    await hydrated(page)
  })
})
