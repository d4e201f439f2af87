import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ClientFiles } from '../../cli/build/client-files.ts'
import { formatHeadersFile, type HeaderRule, resolveHeaders } from '../../cli/build/headers.ts'
import { formatRedirectsFile, renderRedirectPage } from '../../cli/build/hosting/redirects.ts'
import { lockOutput } from '../../cli/build/lock.ts'
import { openOutput } from '../../cli/build/output.ts'
import { createStyleInliner, createStyleSelector, insertStyles } from '../../cli/build/select-styles.ts'
import type { Redirect } from '../../src/collections/redirects.ts'
import { themeSchema } from '../../src/entries/theme.ts'
import { getMaxSubmissionBytes, listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import type { ClientPage, PageView } from '../../src/sections/view.ts'
import { stringifyForHtml } from '../../src/site/document.tsx'
import { STYLE_SLOT } from '../../src/site/render-input.ts'
import { curveQuotes, typeset } from '../../src/site/typeset.ts'
import { createSiteForms } from '../relay/site-forms.ts'

describe('createStyleSelector', () => {
  const stylesOf = (css: string, body: string, words: string[] = []) => {
    const styler = createStyleSelector(css)
    return styler.stylesOf(body, styler.namesIn(words))
  }
  const keep = (css: string, ...classes: string[]) => stylesOf(css, `<p class="${classes.join(' ')}"></p>`)

  it('keeps rules without names and rules whose classes occur on the page, in their order', () => {
    expect(keep('*{a:b}.hero *{c:d}.hero-x{e:f}.card,.hero{g:h}', 'hero')).toBe('*{a:b}.hero *{c:d}.hero{g:h}')
    expect(keep('.hero .card{a:b}', 'hero')).toBe('')
    expect(keep('.hero .card{a:b}', 'hero', 'card')).toBe('.hero .card{a:b}')
  })

  it('keeps rules whose elements occur on the page', () => {
    expect(keep('h1,p{a:b}.hero img{c:d}.hero p{e:f}', 'hero')).toBe('p{a:b}.hero p{e:f}')
    expect(keep('p{a:b}.p{c:d}')).toBe('p{a:b}')
    expect(keep('linearGradient{a:b}')).toBe('')
    expect(stylesOf('linearGradient{a:b}', '<linearGradient>')).toBe('linearGradient{a:b}')
  })

  it('keeps rules whose elements browsers and booking providers add', () => {
    const css = 'html{a:b}tbody th{c:d}.hero:has(iframe){e:f}.hero iframe{g:h}'
    expect(stylesOf(css, '<table class="hero"><tr><th>')).toBe(css)
  })

  it('keeps rules for right-to-left text only if the page has such text', () => {
    const css = '[dir=rtl] p{a:b}[dir=rtl]{c:d}'
    expect(stylesOf(css, '<html dir="rtl"><body><main><p></p></main></body></html>')).toBe(css)
    expect(stylesOf(css, '<blockquote dir="rtl"><p>')).toBe(css)
    expect(stylesOf(css, '<html dir="ltr"><body><main><p>dir=rtl</p></main></body></html>')).toBe('')
    expect(keep('[dir] p{a:b}[dir=ltr] p{c:d}')).toBe('[dir] p{a:b}[dir=ltr] p{c:d}')
  })

  it('keeps rules whose classes or elements are among the words of scripts', () => {
    const css = '.toastBox{a:b}.card{c:d}td{e:f}th{g:h}linearGradient{i:j}'
    expect(stylesOf(css, '<p></p>', ['toastBox', 'td', 'linearGradient'])).toBe(
      '.toastBox{a:b}td{e:f}linearGradient{i:j}',
    )
  })

  it('removes empty blocks and keeps the order of cascade layers', () => {
    expect(keep('@layer a,b;@layer b{@media screen{.card{a:b}}}', 'hero')).toBe('@layer a,b;@layer b;')
    expect(keep('@layer a{.card{a:b}}@layer b{.hero{a:b}}', 'hero')).toBe('@layer a;@layer b{.hero{a:b}}')
  })

  it('keeps a rule if one alternative of :is() matches, and ignores :not(), attributes and states', () => {
    expect(keep(':is(.card,.hero) p{a:b}', 'hero')).toBe(':is(.card,.hero) p{a:b}')
    expect(keep('.hero:has(td,p){a:b}.hero:has(td){c:d}', 'hero')).toBe('.hero:has(td,p){a:b}')
    expect(keep('.hero:not(.card){a:b}', 'hero')).toBe('.hero:not(.card){a:b}')
    expect(keep('.hero[open]:hover{a:b}', 'hero')).toBe('.hero[open]:hover{a:b}')
  })

  it('omits unused custom properties and animations', () => {
    expect(keep(':root{--a:1;--b:var(--a);--c:2}.hero{x:var(--b)}.card{x:var(--c)}', 'hero')).toBe(
      ':root{--a:1;--b:var(--a)}.hero{x:var(--b)}',
    )
    expect(keep('@keyframes x{to{a:b}}@keyframes y{to{a:b}}.hero{animation:x 1s}.card{animation:y 1s}', 'hero')).toBe(
      '@keyframes x{to{a:b}}.hero{animation:x 1s}',
    )
  })
})

describe('createStyleInliner', () => {
  const chosen: string[][] = []
  const client = {
    css: '.toast{a:b}.opts{c:d}.ticks{e:f}',
    fieldTypes: ['radio', 'slider'],
    wordsOf(_sections: readonly string[], fieldTypes: readonly string[]) {
      chosen.push([...fieldTypes])
      return new Set(['toast', ...(fieldTypes.includes('radio') ? ['opts'] : [])])
    },
  }
  const inline = (data: object, loadedNames?: string[], accent?: string) => {
    const html = `<head>${STYLE_SLOT}</head><body><main></main><script id="page">${JSON.stringify(data)}</script></body>`
    const page = { sections: [{ type: 'form' }] } as ClientPage
    const view = { ...(loadedNames && { loadedNames }) } as PageView
    const theme = themeSchema.parse(undefined)
    return /<style>(.*)<\/style>/.exec(
      createStyleInliner(client as ClientFiles)(html, page, view, { theme, accent }),
    )?.[1]
  }

  it('includes the styles that scripts add for the field types in the page data', () => {
    expect(inline({ fields: [{ kind: 'radio' }] })).toBe('.toast{a:b}.opts{c:d}')
    expect(inline({ fields: [{ kind: 'text' }] })).toBe('.toast{a:b}')
    expect(chosen).toEqual([['radio'], []])
  })

  it('includes the styles of all field types and of the loaded HTML if dialogs show other pages', () => {
    expect(inline({ fields: [] }, ['.ticks'])).toBe('.toast{a:b}.opts{c:d}.ticks{e:f}')
  })

  it('puts the colors of site.yaml before the stylesheet, so that own styles override them', () => {
    expect(inline({ fields: [] }, [], '#aabbcc')).toMatch(/^:root\{--tag:#aabbcc;.*\}\.toast/)
  })
})

it('insertStyles adds the hash of the inline styles to the Content-Security-Policy', () => {
  expect(insertStyles(STYLE_SLOT, '.hero{a:b}')).toContain(
    `content="style-src 'self' 'sha256-${createHash('sha256').update('.hero{a:b}').digest('base64')}'"`,
  )
})

describe('openOutput', () => {
  function openFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), 'output-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const site = path.join(folder, 'site')
    return { folder, site, open: () => openOutput(folder), list: () => readdirSync(site).sort() }
  }
  /** Returns text that is unique, so that it is not in the cache, and long enough to be compressed. */
  const longText = (name: string) => `<p>${name} ${process.pid} ${performance.now()}</p>${'<i></i>'.repeat(100)}`

  it('removes compressed copies if a build disables compression, and restores them if it is enabled', async () => {
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

  it('recompresses an unchanged file with effort "best" without rewriting the file itself', async () => {
    const { open } = openFolder()
    const quick = open()
    quick.compressWith('quick')
    await quick.write('page.html', 'key', longText('page'))
    expect((await quick.finish(undefined)).effort).toBe('quick')
    const best = open()
    best.keep('page.html', 'key')
    expect(await best.finish('best')).toMatchObject({ written: 0, effort: 'best' })
  })

  it('reuses no files if the previous build was killed', async () => {
    const { open } = openFolder()
    const first = open()
    await first.write('a.html', 'key', '<a>')
    await first.finish('best')
    // Simulates a killed build, which neither finishes nor abandons the output.
    open()
    expect(open().keep('a.html', 'key')).toBeUndefined()
  })

  it('recreates every file that a failed build did not complete', async () => {
    const { site, open } = openFolder()
    const first = open()
    first.compressWith('quick')
    for (const file of ['a.html', 'b.html', 'c.html']) await first.write(file, 'key', longText(file))
    await first.finish('quick')
    const failing = open()
    for (const file of ['a.html', 'b.html', 'c.html']) failing.keep(file, 'key')
    await expect(failing.write('b.html', 'other', null as unknown as string)).rejects.toThrow()
    // Replaces a compressed copy with a folder, so that it cannot be written.
    rmSync(path.join(site, 'c.html.br'))
    mkdirSync(path.join(site, 'c.html.br'))
    await expect(failing.finish('best')).rejects.toThrow('EISDIR')
    failing.abandon()
    const next = open()
    const kept = ['a.html', 'b.html', 'c.html'].filter((file) => next.keep(file, 'key'))
    expect(kept).toEqual(['a.html'])
  })

  it('reuses no files if a failed build could not record which files it completed', async () => {
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

describe('lockOutput', () => {
  function createFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  it('rejects a second build and reports the process id of the first build', async () => {
    const folder = createFolder()
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => void other.kill())
    writeFileSync(path.join(folder, '.building'), String(other.pid))
    await expect(lockOutput(folder)).rejects.toThrow(`Another build (process ${other.pid})`)
    expect(readFileSync(path.join(folder, '.building'), 'utf8')).toBe(String(other.pid))
  })

  it('can lock the folder again after a build has ended or been killed', async () => {
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

  it('lets exactly one of several builds take over a stale lock', async () => {
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

  it('are merged, and later rules override earlier rules', () => {
    expect(resolveHeaders(rules, '/about')).toEqual({ A: '1', B: '2' })
    expect(resolveHeaders(rules, '/assets/x.js')).toEqual({ A: '3', B: '2' })
  })

  it('are written so that no web server sends a header twice', () => {
    expect(formatHeadersFile(rules)).toBe('/*\n  A: 1\n  B: 2\n\n/assets/*\n  ! A\n  A: 3\n')
  })
})

it('formatRedirectsFile writes proxy rules only for paths that belong to the relay', () => {
  const rules = formatRedirectsFile([], 'https://forms.agency.example').trim().split('\n')
  expect(rules).toContain('/thanks/* https://forms.agency.example/thanks/:splat 200')
  expect(rules).toHaveLength(3)
})

it('redirects for static hosts are written as pages, and as rules that precede those for the relay', () => {
  const gone: Redirect = { from: '/careers/analyst', to: '/careers#berths', status: 307 }
  const rules = formatRedirectsFile(
    [{ from: '/a', to: 'https://b.example/?c&d', status: 308 }, gone],
    'https://f.example',
  )
  expect(rules).toMatch(/^\/a https:\/\/b\.example\/\?c&d 301\n\/careers\/analyst \/careers#berths 302\n\/functions/)
  const page = renderRedirectPage(gone, 'https://a.example', 'en')
  expect(page).toContain('<meta http-equiv="refresh" content="0; url=/careers#berths">')
  expect(page).toContain('<link rel="canonical" href="https://a.example/careers">')
  expect(page).toContain('content="noindex"')
  expect(page).not.toMatch(/<style|<script|style=/)
})

it('getMaxSubmissionBytes returns twice the limit of the largest form plus 1 MB', () => {
  const { forms } = createSiteForms()
  const limits = Object.values(forms).map((form) => listFileFields(form).map(({ maxMegabytes }) => maxMegabytes))
  expect(getMaxSubmissionBytes(Object.values(forms)) / 1024 ** 2).toBe(2 * Math.max(...limits.flat()) + 1)
  expect(getMaxSubmissionBytes([]) / 1024 ** 2).toBe(1)
})

it('stringifyForHtml escapes closing tags', () => {
  expect(stringifyForHtml({ a: '</script><script>' })).toBe('{"a":"\\u003c/script>\\u003cscript>"}')
})

describe('typeset', () => {
  const nb = (whole: string) => `<bdi>${whole}</bdi>`

  it('keeps times, ranges with units and phone numbers on one line, except in attributes and drawings', () => {
    expect(typeset('<p title="1-2">In 24-48 hours, 8:00-9:30, $50K-$1.5M</p>', 'en')).toBe(
      `<p title="1-2">In ${nb('24-48 hours')}, ${nb('8:00-9:30')}, ${nb('$50K-$1.5M')}</p>`,
    )
    expect(typeset('<a class="more" href="tel:+448001">Call 0131 496 0140</a>', 'en')).toBe(
      `<a class="more" href="tel:+448001">${nb('Call 0131 496 0140')}</a>`,
    )
    expect(typeset('<a href="tel:+448001">Leith 0131 496 0140</a><a href="/fax">Fax 0131 496 0141</a>', 'en')).toBe(
      `<a href="tel:+448001">Leith ${nb('0131 496 0140')}</a><a href="/fax">Fax 0131 496 0141</a>`,
    )
    expect(typeset('<svg><text x="4">24-48 h</text></svg>', 'en')).toBe('<svg><text x="4">24-48 h</text></svg>')
  })

  it('replaces straight quotes with curly quotes in headings, but not in other text or attributes', () => {
    expect(
      typeset(`<h2 title="a'b">Ten o&#x27;clock, <b>&quot;now&quot;</b> or brands' 'own'</h2><p>It's</p>`, 'en'),
    ).toBe(`<h2 title="a'b">Ten o’clock, <b>“now”</b> or brands’ ‘own’</h2><p>It's</p>`)
  })

  it.each([
    ['en', `'90s 'Tis Rock 'n' roll`, '’90s ’Tis Rock ’n’ roll'],
    ['en', `Say—"hi" (or "no")`, 'Say—“hi” (or “no”)'],
    ['en', `"'Nested'" isn't`, '“‘Nested’” isn’t'],
    ['en', `12" x 18" and 'phone`, `12" x 18" and 'phone`],
    [
      'en',
      `It's <em>"this"</em> <code>"x" 'y'</code>, "<b>that</b>".`,
      'It’s <em>“this”</em> <code>"x" \'y\'</code>, “<b>that</b>”.',
    ],
    ['de', `Er sagt: "Ja, 'so' geht's."`, 'Er sagt: „Ja, ‚so‘ geht’s.“'],
    ['fr', `L'avis "oui"`, 'L’avis "oui"'],
  ])('replaces quotes in Markdown text by language: %s %s', (language, text, shown) => {
    expect(curveQuotes(`<p>${text}</p>`, language)).toBe(`<p>${shown}</p>`)
  })

  it('keeps durations on one line, but allows line breaks in hyphenated words', () => {
    expect(typeset('<p>Year-over-year in 8 months, 30-day calls, 24 hourly</p>', 'en')).toBe(
      `<p>Year-over-year in ${nb('8 months')}, ${nb('30-day')} calls, 24 hourly</p>`,
    )
  })
})
