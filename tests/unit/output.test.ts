import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type HeaderRule, headersFile, headersFor } from '../../cli/build/headers.ts'
import { movedPage, redirectsFile } from '../../cli/build/hosting/redirects.ts'
import { lockOutput } from '../../cli/build/lock.ts'
import { openOutput } from '../../cli/build/output.ts'
import { createStyler, placeStyles } from '../../cli/build/select-styles.ts'
import type { Redirect } from '../../src/collections/redirects.ts'
import { largestPost, listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import { jsonForHtml } from '../../src/site/head.tsx'
import { STYLE_SLOT } from '../../src/site/render-input.ts'
import { typeset } from '../../src/site/typeset.ts'
import { createFormBook } from '../relay/form-book.ts'

describe('the styles of a page', () => {
  const stylesOf = (css: string, body: string, said: string[] = []) => {
    const styler = createStyler(css)
    return styler.stylesOf(body, styler.classesIn(said))
  }
  const keep = (css: string, ...classes: string[]) => stylesOf(css, `<i class="${classes.join(' ')}"></i>`).inlined

  it('are those that its classes can match; rules without a class stay', () => {
    expect(keep('h1{a:b}.hero h1{c:d}.hero-x{e:f}.card,.hero{g:h}', 'hero')).toBe('h1{a:b}.hero h1{c:d}.hero{g:h}')
    expect(keep('.hero .card{a:b}', 'hero')).toBe('')
    expect(keep('.hero .card{a:b}', 'hero', 'card')).toBe('.hero .card{a:b}')
  })

  it('leave no empty block behind, and keep the order of layers', () => {
    expect(keep('@layer a,b;@layer b{@media screen{.card{a:b}}}', 'hero')).toBe('@layer a,b;@layer b;')
    expect(keep('@layer a{.card{a:b}}@layer b{.hero{a:b}}', 'hero')).toBe('@layer a;@layer b{.hero{a:b}}')
  })

  it('need one of the alternatives in :is(), and nothing of :not()', () => {
    expect(keep(':is(.card,.hero) p{a:b}', 'hero')).toBe(':is(.card,.hero) p{a:b}')
    expect(keep('.hero:not(.card){a:b}', 'hero')).toBe('.hero:not(.card){a:b}')
  })

  it('come with the sheet where nobody sees them before: print, pointing, what is closed, what scripts make', () => {
    const inlined = (css: string, body: string, said?: string[]) => stylesOf(css, body, said).inlined
    const hero = '<i class="hero"></i>'
    expect(inlined('.hero{a:b}@media print{.hero{c:d}}', hero)).toBe('.hero{a:b}')
    expect(inlined('.hero{a:b}.hero:hover{c:d}.hero:active{e:f}', hero)).toBe('.hero{a:b}')
    for (const closed of [
      '<dialog><p class="modal"></p></dialog>',
      '<details><summary></summary><p class="modal"></p></details>',
      '<button aria-expanded="false" aria-controls="list"></button><ul id="list" class="modal"></ul>',
    ])
      expect(inlined('.modal{a:b}', closed), closed).toBe('')
    expect(inlined('.modal{a:b}', '<details open=""><summary></summary><p class="modal"></p></details>')).not.toBe('')
    expect(inlined('.hero[open]{a:b}', hero)).toBe('')
    expect(inlined('.toast{a:b}.card{c:d}', hero, ['toast'])).toBe('')
  })

  it('stand in the sheet in their order, without those of other pages and those for all elements', () => {
    const sheet = (css: string, body: string, said?: string[]) => stylesOf(css, body, said).sheet
    const hero = '<i class="hero"></i>'
    expect(sheet('p{a:b}p:hover{c:d}.hero{e:f}.card{g:h}.hero:hover{i:j}', hero)).toBe(
      'p:hover{c:d}.hero{e:f}.hero:hover{i:j}',
    )
    expect(sheet('.toast{a:b}.card{c:d}', hero, ['a toast'])).toBe('.toast{a:b}')
    expect(sheet('@media print{p{a:b}.card{c:d}}', hero)).toBe('@media print{p{a:b}}')
    expect(sheet(':root{--a:1;--b:2}p{c:var(--b)}.hero{d:var(--a)}', hero)).toBe(':root{--a:1;--b:2}.hero{d:var(--a)}')
  })

  it('define no custom property that nothing asks for', () => {
    expect(keep(':root{--a:1;--b:var(--a);--c:2}.hero{x:var(--b)}.card{x:var(--c)}', 'hero')).toBe(
      ':root{--a:1;--b:var(--a)}.hero{x:var(--b)}',
    )
  })

  it('are allowed by their hash', () => {
    expect(placeStyles(STYLE_SLOT, '.hero{a:b}', '/rest.css')).toContain(
      `content="style-src 'self' 'sha256-${createHash('sha256').update('.hero{a:b}').digest('base64')}'"`,
    )
  })
})

describe('the published folder', () => {
  function openFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), 'output-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const site = path.join(folder, 'site')
    return { folder, site, open: () => openOutput(folder), list: () => readdirSync(site).sort() }
  }
  /** Long enough to be compressed, and with no second one like it in the cache. */
  const longText = (name: string) => `<p>${name} ${process.pid} ${performance.now()}</p>${'<i></i>'.repeat(100)}`

  it('keeps a file with what it asks for, and makes it again where that is gone', async () => {
    const { site, open } = openFolder()
    const first = open()
    await first.put('own.css', '.a{b:c}')
    await first.put('other.css', '.d{e:f}')
    await first.write('page.html', 'key', '<p>', ['own.css'])
    await first.finish('best')
    const second = open()
    expect(second.keep('page.html', 'key')).toBeDefined()
    expect(Object.keys((await second.finish('best')).files)).toEqual(['own.css', 'page.html'])
    rmSync(path.join(site, 'own.css'))
    expect(open().keep('page.html', 'key')).toBeUndefined()
  })

  it('has no compressed copies as a draft, and none of an older text; the next build adds them', async () => {
    const { site, open, list } = openFolder()
    const whole = open()
    await whole.write('page.html', 'one', longText('one'))
    await whole.finish(undefined)
    expect(list()).toEqual(['page.html', 'page.html.br', 'page.html.gz'])
    const draft = open()
    draft.compressWith('none')
    const text = longText('two')
    await draft.write('page.html', 'two', text)
    expect((await draft.finish('none')).effort).toBe('none')
    expect(list()).toEqual(['page.html'])
    const next = open()
    next.keep('page.html', 'two')
    expect((await next.finish(undefined)).effort).toBe('best')
    expect(String(brotliDecompressSync(readFileSync(path.join(site, 'page.html.br'))))).toBe(text)
    expect(String(gunzipSync(readFileSync(path.join(site, 'page.html.gz'))))).toBe(text)
  })

  it('is compressed best where that is asked for, without being written again', async () => {
    const { open } = openFolder()
    const quick = open()
    quick.compressWith('quick')
    await quick.write('page.html', 'key', longText('page'))
    expect((await quick.finish(undefined)).effort).toBe('quick')
    const best = open()
    best.keep('page.html', 'key')
    expect(await best.finish('best')).toMatchObject({ written: 0, effort: 'best' })
  })

  it('trusts nothing after a build that was killed', async () => {
    const { open } = openFolder()
    const first = open()
    await first.write('a.html', 'key', '<a>')
    await first.finish('best')
    // Opened and neither finished nor abandoned.
    open()
    expect(open().keep('a.html', 'key')).toBeUndefined()
  })

  it('makes every file again that a failed build did not complete', async () => {
    const { site, open } = openFolder()
    const first = open()
    first.compressWith('quick')
    for (const file of ['a.html', 'b.html', 'c.html']) await first.write(file, 'key', longText(file))
    await first.finish('quick')
    const failing = open()
    for (const file of ['a.html', 'b.html', 'c.html']) failing.keep(file, 'key')
    await expect(failing.write('b.html', 'other', null as unknown as string)).rejects.toThrow()
    // A compressed copy that cannot be replaced.
    rmSync(path.join(site, 'c.html.br'))
    mkdirSync(path.join(site, 'c.html.br'))
    await expect(failing.finish('best')).rejects.toThrow('EISDIR')
    failing.abandon()
    const next = open()
    const kept = ['a.html', 'b.html', 'c.html'].filter((file) => next.keep(file, 'key'))
    expect(kept).toEqual(['a.html'])
  })

  it('trusts nothing when a failed build could not write its record', async () => {
    const { folder, open } = openFolder()
    const first = open()
    await first.write('a.html', 'key', '<a>')
    await first.finish('best')
    const failing = open()
    mkdirSync(path.join(folder, '.build.json'))
    failing.abandon()
    rmSync(path.join(folder, '.build.json'), { recursive: true })
    expect(open().keep('a.html', 'key')).toBeUndefined()
  })
})

describe('a folder that is built into', () => {
  function createFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  it('takes one build at a time, and says whose turn it is', async () => {
    const folder = createFolder()
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => void other.kill())
    writeFileSync(path.join(folder, '.building'), String(other.pid))
    await expect(lockOutput(folder)).rejects.toThrow(`Another build (process ${other.pid})`)
    expect(readFileSync(path.join(folder, '.building'), 'utf8')).toBe(String(other.pid))
  })

  it('is free again after a build, and after one that was killed', async () => {
    const folder = createFolder()
    const release = await lockOutput(folder)
    await expect(lockOutput(folder)).rejects.toThrow(`Another build (process ${process.pid})`)
    release()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(path.join(folder, '.building'), String(pid))
    const releaseAgain = await lockOutput(folder)
    releaseAgain()
    expect(readdirSync(folder)).toEqual([])
  })

  it('goes to exactly one of several builds that find the file of a killed one', async () => {
    const folder = createFolder()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(path.join(folder, '.building'), String(pid))
      const claims = await Promise.allSettled(Array.from({ length: 5 }, () => lockOutput(folder)))
      const won = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []))
      expect(won).toHaveLength(1)
      for (const release of won) release()
    }
  })
})

describe('header rules', () => {
  const rules: HeaderRule[] = [
    { path: '/*', headers: { A: '1', B: '2' } },
    { path: '/assets/*', headers: { A: '3' } },
  ]

  it('add up, later ones over earlier ones', () => {
    expect(headersFor(rules, '/about')).toEqual({ A: '1', B: '2' })
    expect(headersFor(rules, '/assets/x.js')).toEqual({ A: '3', B: '2' })
  })

  it('are written so that a host does not send a header twice', () => {
    expect(headersFile(rules)).toBe('/*\n  A: 1\n  B: 2\n\n/assets/*\n  ! A\n  A: 3\n')
  })
})

it('a host that passes on gets the paths of the relay, and nothing else of it', () => {
  const rules = redirectsFile([], 'https://forms.agency.example').trim().split('\n')
  expect(rules).toContain('/thanks/* https://forms.agency.example/thanks/:splat 200')
  expect(rules).toHaveLength(3)
})

it('hosts without servers of ours get old addresses as rules, before the way to the relay, and as pages', () => {
  const gone: Redirect = { from: '/careers/analyst', to: '/careers#berths', status: 307 }
  const rules = redirectsFile([{ from: '/a', to: 'https://b.example/?c&d', status: 308 }, gone], 'https://f.example')
  expect(rules).toMatch(/^\/a https:\/\/b\.example\/\?c&d 301\n\/careers\/analyst \/careers#berths 302\n\/functions/)
  const page = movedPage(gone, 'https://a.example', 'en')
  expect(page).toContain('<meta http-equiv="refresh" content="0; url=/careers#berths">')
  expect(page).toContain('<link rel="canonical" href="https://a.example/careers">')
  expect(page).toContain('content="noindex"')
  expect(page).not.toMatch(/<style|<script|style=/)
})

it('a proxy lets through twice what the largest form takes', () => {
  const { forms } = createFormBook()
  const taken = Object.values(forms).map((form) => listFileFields(form).map(({ maxMegabytes }) => maxMegabytes))
  expect(largestPost(Object.values(forms)) / 1024 ** 2).toBe(2 * Math.max(...taken.flat()) + 1)
  expect(largestPost([]) / 1024 ** 2).toBe(1)
})

it('JSON inside a document cannot end its element', () => {
  expect(jsonForHtml({ a: '</script><script>' })).toBe('{"a":"\\u003c/script>\\u003cscript>"}')
})

describe('text is set', () => {
  const nb = (whole: string) => `<bdi>${whole}</bdi>`

  it('with its ranges whole, units and times of day too, but not those in attributes or drawings', () => {
    expect(typeset('<p title="1-2">In 24-48 hours, 8:00-9:30, $50K-$1.5M</p>')).toBe(
      `<p title="1-2">In ${nb('24-48 hours')}, ${nb('8:00-9:30')}, ${nb('$50K-$1.5M')}</p>`,
    )
    expect(typeset('<svg><text x="4">24-48 h</text></svg>')).toBe('<svg><text x="4">24-48 h</text></svg>')
  })

  it('has curved quotes where text is large, in no attribute, and straight ones elsewhere', () => {
    expect(typeset(`<h2 title="a'b">Ten o&#x27;clock, <b>&quot;now&quot;</b> or brands' 'own'</h2><p>It's</p>`)).toBe(
      `<h2 title="a'b">Ten o’clock, <b>“now”</b> or brands’ ‘own’</h2><p>It's</p>`,
    )
  })

  it('with times whole, and not words with hyphens, which large text may have to break', () => {
    expect(typeset('<p>Year-over-year in 8 months, 30-day calls, 24 hourly</p>')).toBe(
      `<p>Year-over-year in ${nb('8 months')}, ${nb('30-day')} calls, 24 hourly</p>`,
    )
  })
})
