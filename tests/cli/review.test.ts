import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { compareBuilds } from '../../cli/diff/compare-builds.ts'
import { sharedBrowser } from '../behavior/browser.ts'
import { createGit } from '../chaos/diff/compare-builds.ts'
import { needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { smallPdf } from '../small-pdf.ts'
import { copyHarborContent } from './break-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'review-'))
const site = path.join(folder, 'site')
const content = path.join(site, 'harbor')
const [out, other] = [path.join(folder, 'review'), path.join(folder, 'other')]
const git = createGit(site)
const read = (file: string) => readFileSync(path.join(out, file), 'utf8')
const edit = (file: string, old: string, text: string) => {
  const source = readFileSync(path.join(content, file), 'utf8')
  if (!source.includes(old)) throw new Error(`${file} has no ${old}`)
  writeFileSync(path.join(content, file), source.replace(old, text))
}
const review = (to: string, ...args: string[]) =>
  runHere(['build', '--content', content, '--now', '2026-11-23', '--changes', 'HEAD', '--out', to, ...args])
const listFiles = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(at, path.join(item.parentPath, item.name)))
    .sort()
const names = (pages: readonly { page: string; change: string }[]) =>
  pages.map(({ page, change }) => `${change} ${page}`).sort()

interface Page {
  page: string
  change: string
  before?: string
  after?: string
  causes: string[]
}
let pages: Page[] = []
const find = (name: string) => pages.find(({ page }) => page === name)

beforeAll(async () => {
  copyHarborContent(site)
  mkdirSync(path.join(content, 'files'))
  writeFileSync(path.join(content, 'files', 'rates.pdf'), smallPdf('Old rates'))
  const article = 'blog/ceilings-for-ads.md'
  edit(article, '\n---\n', '\n---\n\n![The pier](../images/pier.jpg "A pier")\n\nSee [our rates](/files/rates.pdf).\n')
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Open')
  cpSync(content, path.join(folder, 'old', 'harbor'), { recursive: true })
  cpSync(path.join(content, 'images', 'pier-at-dusk.jpg'), path.join(content, 'images', 'pier.jpg'))
  writeFileSync(path.join(content, 'files', 'rates.pdf'), smallPdf('New and longer rates'))
  edit('pages/careers.yaml', 'Crew: open berths', 'Crew: 3 < 4 & more berths')
  edit('forms/contact.yaml', 'What should we call you?', 'What do we call you?')
  cpSync(path.join(content, 'jobs/listing-keeper.md'), path.join(content, 'jobs/keeper-of-lists.md'))
  rmSync(path.join(content, 'jobs/listing-keeper.md'))
  const { code, stdout, stderr } = await review(out, '--json')
  expect([code, stderr]).toEqual([0, ''])
  pages = JSON.parse(stdout).pages
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('site build --changes', needs('git'), () => {
  it('writes exactly the pages that differ between two builds', async () => {
    const build = async (home: string) => {
      const to = path.join(home, 'out')
      const args = ['--draft', '--now', '2026-11-23', '--content', path.join(home, 'harbor'), '--out', to]
      expect(await runHere(['build', ...args])).toMatchObject({ code: 0 })
      return to
    }
    const { changedPages } = await compareBuilds(await build(path.join(folder, 'old')), await build(site))
    expect(names(pages)).toEqual(names(changedPages))
    expect(find('/careers')).toMatchObject({ before: 'before/careers.html', after: 'after/careers.html' })
    expect(find('/careers/listing-keeper')).toMatchObject({ change: 'removed', before: expect.any(String) })
    expect(find('/careers/listing-keeper')).not.toHaveProperty('after')
    expect(find('/careers')?.causes).toContain(
      'harbor/pages/careers.yaml title: Crew: open berths in Portland and remote → Crew: 3 < 4 & more berths in Portland an…',
    )
    const written = listFiles(out).filter((file) => file.endsWith('.html'))
    expect(written).toEqual(
      [...pages.flatMap(({ before, after }) => [before, after]), 'index.html'].filter(Boolean).sort(),
    )
  })

  it('writes pages without scripts, whose relative URLs all lead to files of the review', () => {
    const referenced = new Set(['.review', 'index.html'])
    for (const file of listFiles(out).filter((name) => name.endsWith('.html'))) {
      const html = read(file)
      expect(html).not.toMatch(/<script|http-equiv|rel="(?:preload|modulepreload|manifest|canonical|alternate)"/)
      expect(html.match(/<meta name="robots" content="noindex">/g)).toHaveLength(1)
      const urls = [
        ...[...html.matchAll(/ (?:href|src|poster)="([^"]*)"/g)].map(([, url = '']) => url),
        ...[...html.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, list = '']) => list.split(/,? +(?:\d+w(?:, )?)?/)),
        ...[...html.matchAll(/url\(["']?([^"')]*)/g)].map(([, url = '']) => url),
      ]
      for (const url of urls.filter((each) => each && !/^(?:[a-z]+:|#)/.test(each))) {
        const target = path.join(path.dirname(file), url.replace(/[?#].*/, ''))
        expect(url, file).not.toMatch(/^\//)
        expect(existsSync(path.join(out, target)), `${url} in ${file}`).toBe(true)
        referenced.add(target)
      }
    }
    expect(listFiles(out)).toEqual([...referenced].sort())
  })

  it('keeps both versions of a replaced picture and a replaced download', () => {
    const picture = (side: string) => / src="([^"]*pier-[^"]*)"/.exec(read(`${side}/blog/ceilings-for-ads.html`))?.[1]
    expect(picture('before')).toMatch(/^\.\.\/\.\.\/assets\/pier-/)
    expect(picture('before')).not.toBe(picture('after'))
    expect(read('before/files/rates.pdf')).toContain('Old rates')
    expect(read('after/files/rates.pdf')).toContain('New and longer rates')
  })

  it('lists all changes and pages on the index page, and escapes their texts', () => {
    const index = read('index.html')
    for (const { page } of pages) expect(index).toContain(`<b>${page}</b>`)
    expect(index).toContain('Crew: 3 &lt; 4 &amp; more berths')
    expect(index).toContain('harbor/files/rates.pdf: changed')
    expect(index).toContain('Before: new page')
    expect(index).toContain('removed, without a redirect')
    expect(index).toContain('Changed forms: contact')
  })

  it('replaces an earlier review, keeps files of others, and reports if nothing changed', async () => {
    expect(await review(other)).toMatchObject({ code: 0 })
    writeFileSync(path.join(other, 'CNAME'), 'review.example')
    git('add', '--all')
    git('stash', '--quiet')
    const { code, stdout } = await review(other)
    git('stash', 'pop', '--quiet')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^✓ .*index\.html: No pages changed · \d+ pages in total · /),
    ])
    expect(listFiles(other)).toEqual(['.review', 'CNAME', 'index.html'])
    expect(readFileSync(path.join(other, 'index.html'), 'utf8')).toContain('<p>Nothing changed.</p>')
  })

  it.each([
    ['the content folder', content, 'it is the content folder'],
    ['a folder inside the content folder', path.join(content, 'review'), 'it is inside the content folder'],
    ['a folder with other files', path.join(site, 'out'), 'it contains files that are not part of a review'],
  ])('refuses to write into %s', async (_, to, reason) => {
    const before = existsSync(to) && listFiles(to)
    expect(await review(to)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) })
    expect(existsSync(to) && listFiles(to)).toEqual(before)
  })

  it.each(['--best', '--draft', '--record'])('refuses to be combined with %s', async (option) => {
    const { code, stderr } = await runHere(['build', '--content', content, '--changes', 'HEAD', '--out', other, option])
    const conflict = "error: option '--changes <name>' cannot be used with option"
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${conflict} '${option}'`)])
  })

  it('rejects an unknown commit, and content with errors, and writes nothing', async () => {
    const to = path.join(folder, 'none')
    const unknown = await runHere(['build', '--content', content, '--changes', 'mian', '--out', to])
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no proposal or commit named "mian".'),
    })
    edit('pages/contact.yaml', 'path: /contact', 'paht: /contact')
    const invalid = await review(to)
    edit('pages/contact.yaml', 'paht: /contact', 'path: /contact')
    expect(invalid).toMatchObject({ code: 1, stderr: expect.stringContaining('paht') })
    expect(existsSync(to)).toBe(false)
  })
})

describe('a reviewed page', needs('git'), () => {
  const browser = sharedBrowser()
  const url = (file: string) => pathToFileURL(path.join(out, file)).href

  it.each([
    [390, 'light'],
    [768, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('passes axe with the bar open and closed, %i px wide and %s', async (width, colorScheme) => {
    const { page, faults, close } = await browser.open({ viewport: { width, height: 900 }, colorScheme })
    for (const file of ['index.html', 'after/careers.html', 'before/careers/listing-keeper.html']) {
      await page.goto(url(file))
      expect(toPageFindings(await runAxe(page))).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (file === 'index.html') continue
      await page.locator('#northshelf-review summary').click()
      expect(toPageFindings(await runAxe(page))).toEqual([])
      const [bar, header] = [
        await page.locator('#northshelf-review').boundingBox(),
        await page.locator('.top').boundingBox(),
      ]
      expect(header?.y).toBeCloseTo((bar?.y ?? 0) + (bar?.height ?? 0), 0)
    }
    expect(faults).toEqual([])
    await close()
  })

  it('switches between both versions without JavaScript, and lists the changes that affect the page', async () => {
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    await page.goto(url('index.html'))
    await page.getByRole('link', { name: 'After /careers', exact: true }).click()
    const bar = page.getByRole('complementary', { name: 'Review' })
    expect(await page.title()).toContain('3 < 4 & more berths')
    expect(await bar.locator('[aria-current]').textContent()).toBe('After')
    await bar.locator('summary').click()
    expect(await bar.getByRole('listitem').allTextContents()).toContain(
      find('/careers')?.causes.find((cause) => cause.includes('title')),
    )
    await bar.getByRole('link', { name: 'Before' }).click()
    expect(page.url()).toBe(url('before/careers.html'))
    expect(await page.title()).toContain('open berths')
    // An unchanged page is not part of the review.
    expect(await page.locator('footer a[href$="/privacy"]').first().getAttribute('href')).toMatch(
      /^https:\/\/.*\/privacy$/,
    )
    await page.emulateMedia({ media: 'print' })
    expect(await bar.isVisible()).toBe(false)
    await close()
  })

  it('cannot send a form, even with the Enter key', async () => {
    const { page, close } = await browser.open()
    await page.goto(url('after/contact.html'))
    const form = page.locator('main form').first()
    expect(await form.locator('[type="submit"]').first().isDisabled()).toBe(true)
    expect(await form.getAttribute('action')).toBeNull()
    await form.evaluate((element: HTMLFormElement) => element.submit())
    await form.locator('input[type="text"], input[type="email"]').first().press('Enter')
    expect(page.url()).toBe(url('after/contact.html'))
    await close()
  })
})
