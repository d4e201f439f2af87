import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { randomBytes } from '../random.ts'
import { runHere } from '../run-here.ts'
import { type CliResult, runSite } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies the built site, so that a test can damage it. */
function copySite(name: string) {
  const out = path.join(folder, name)
  cpSync(inject('out'), out, { recursive: true })
  const file = (name: string) => path.join(out, 'site', name)
  return {
    out,
    /** Changes a file and deletes its compressed copies, which would otherwise be outdated. */
    change(name: string, change: (text: string) => string) {
      const before = existsSync(file(name)) ? readFileSync(file(name), 'utf8') : ''
      const after = change(before)
      if (after === before) throw new Error(`nothing to change in ${name}`)
      writeFileSync(file(name), after)
      for (const ending of ['.br', '.gz']) rmSync(file(name + ending), { force: true })
    },
    /** Returns the names of the shared scripts, largest first. */
    scripts: () =>
      readdirSync(file('assets/chunks'))
        .filter((name) => name.endsWith('.js'))
        .sort((a, b) => statSync(file(`assets/chunks/${b}`)).size - statSync(file(`assets/chunks/${a}`)).size),
  }
}
const audit = (out: string, args: string[], env = {}) => runHere(['audit', '--out', out, ...args], env)
/** Runs the audit in a separate process. */
const start = (out: string, args: string[], env = {}): CliResult =>
  runSite(['audit', '--out', out, ...args], { expectFailure: true, env })

/**
 * Hides installed browsers on Linux x64, so that the audit uses the packaged browser, which exists only for that
 * platform.
 */
const packagedBrowser =
  process.platform === 'linux' && process.arch === 'x64'
    ? { PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: '/nowhere', CHROME_PATH: '' }
    : {}

const noise = (kilobytes: number) => randomBytes(kilobytes * 750, 16).toString('base64')
const head = (markup: string) => (html: string) => html.replace('</head>', `${markup}</head>`)
const end = (markup: string) => (html: string) => html.replace('</body>', `${markup}</body>`)

describe('site audit', () => {
  it('audits a valid page in the packaged browser, prints a one-line summary and writes a report', () => {
    const { out } = copySite('sound')
    const content = path.join(folder, 'content')
    mkdirSync(content)
    writeFileSync(path.join(content, 'site.yaml'), '')
    const args = ['--content', content, '--routes', '/terms', '--skip', 'lighthouse']
    const { code, stdout, stderr } = start(out, args, packagedBrowser)
    expect(stderr).toContain('has changed since')
    expect(stdout).toMatch(/^✓ 1 page, without lighthouse: no findings · [\d.]+ s\n/)
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /links +passed.*\nhtml +passed.*\nbytes +passed.*\nforms +passed.*\nbrowser +passed.*\nlighthouse +skipped\n/,
    )
    expect(readFileSync(path.join(out, 'audit', 'index.html'), 'utf8')).toMatch(/No findings[\s\S]*\/terms/)
  })

  it('exits with 3 if there is no browser, after running the checks that do not need one', async () => {
    const { out } = copySite('no-browser')
    const { code, stdout, stderr } = await audit(out, ['--routes', '/terms'], { CHROME_PATH: '/nowhere/chrome' })
    expect(code).toBe(3)
    expect(stdout).toMatch(/^✓ 1 page, without browser, lighthouse: no findings/)
    expect(stderr).toMatch(
      /links +passed.*\nhtml +passed.*\nbytes +passed.*\nforms +passed.*\nbrowser +not run\nlighthouse +not run\n/,
    )
    expect(stderr).toContain('did not run: CHROME_PATH is /nowhere/chrome, which does not exist.')
  })

  it('accepts a field that is only asked after another answer', async () => {
    const { out, change } = copySite('asked')
    const field = '<label for="asked">When?</label> <input id="asked" name="asked" type="text">'
    change('terms.html', end(`<form class="plan"><fieldset role="none" disabled="">${field}</fieldset></form>`))
    const { stdout } = await audit(out, ['--routes', '/terms', '--skip', 'links,bytes,forms,browser,lighthouse'])
    expect(stdout).not.toContain('h71')
  })

  it('reports a failed Lighthouse audit', () => {
    const site = copySite('lighthouse')
    site.change('terms.html', (html) => html.replace(/<meta name="description"[^>]*>/, ''))
    const { code, stdout } = start(site.out, [
      '--routes',
      '/terms',
      '--skip',
      'links,html,bytes,browser',
      '--runs',
      '1',
    ])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^\/terms {2}lighthouse\/meta-description {2}Document does not have a meta description$/m)
    expect(stdout).toMatch(/^\/terms {2}lighthouse\/seo {2}\d\d of 100$/m)
    const { figures } = JSON.parse(readFileSync(path.join(site.out, 'audit', 'report.json'), 'utf8'))
    expect(figures['/terms'].largestPaint).toBeGreaterThan(100)
  })

  it('rejects an unknown page, an unknown check and a thresholds file with missing limits', async () => {
    const { out } = copySite('refused')
    const rejection = async (...args: string[]) => {
      const { code, stderr } = await audit(out, args)
      expect(code).toBe(2)
      return stderr
    }
    expect(await rejection('--routes', '/carers')).toContain('No page matches /carers. Did you mean /careers?')
    expect(await rejection('--skip', 'lighthose')).toContain('There is no check "lighthose". Did you mean lighthouse?')
    writeFileSync(path.join(folder, 'limits.yaml'), 'limits: { html: 14 }\n')
    expect(await rejection('--thresholds', path.join(folder, 'limits.yaml'))).toContain('limits.nodes')
  })

  describe('on a damaged site', () => {
    let ran: CliResult
    let findings: { page: string; rule: string; message: string }[]
    let out: string

    beforeAll(async () => {
      const site = copySite('damaged')
      out = site.out
      site.change('about.html', end('<a href="/no-such-page">Gone</a><a href="/careers/">Detour</a>'))
      site.change('about.html', end('<img src="/icon-192.png" width="9" height="9">'))
      site.change('terms.html', end('<p id="twice">One<div id="twice">Two</div></p>'))
      site.change('terms.html', end(`<!-- ${noise(15)} -->`))
      site.change('terms.html', end('<p>A year at {salary}</p>'))
      site.change('blog/feed.xml', (xml) => xml.replace('</title>', ' & more</title>'))
      site.change('terms.html', end('<script src="https://tracker.example/t.js"></script>'))
      const [largest = ''] = site.scripts()
      site.change(`assets/chunks/${largest}`, (script) => `${script}\n//${noise(60)}`)
      site.change('assets/fault.js', () => "console.error('the price list is empty')")
      site.change('privacy.html', end('<script src="/assets/fault.js"></script>'))
      site.change('assets/pale.css', () => 'main p { color: #bbb; background: #fff }')
      site.change('blog.html', head('<link rel="stylesheet" href="/assets/pale.css">'))
      site.change(
        'assets/push.css',
        () => '@keyframes push { to { padding-top: 400px } } body { animation: push 1s .3s both }',
      )
      site.change('privacy.html', head('<link rel="stylesheet" href="/assets/push.css">'))
      // Makes the HTML differ from what React renders.
      site.change('get-started.html', (html) => html.replace(/(<form[\s\S]*?<label[^>]*>)[^<]+/, '$1Somebody else'))
      // Simulates a relay and pages from different builds.
      const file = path.join(out, 'relay', 'forms.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"name": "mainGoals"', '"name": "goals"'))
      ran = await audit(out, [
        '--routes',
        '/about,/terms,/privacy,/blog,/get-started',
        '--skip',
        'lighthouse',
        '--json',
      ])
      findings = JSON.parse(ran.stdout).findings
    })

    it.each([
      ['a dead link', '/about', 'link/dead', '/no-such-page returns 404'],
      ['a link that redirects', '/about', 'link/redirect', '/careers/ redirects (308)'],
      ['a picture without alternative text', '/about', 'html/wcag/h37', '<img src="/icon-192.png"'],
      [
        'a picture without alternative text in the rendered page',
        '/about',
        'axe/image-alt',
        'img: Element does not have an alt attribute',
      ],
      ['invalid HTML', '/terms', 'html/no-dup-id', 'twice'],
      [
        'a placeholder that visitors would see',
        '/terms',
        'shown/braces',
        'visitors would see {salary} instead of a value',
      ],
      ['a malformed feed', '*', 'shown/feed', 'blog/feed.xml is not well-formed'],
      ['HTML that exceeds its budget', '/terms', 'budget/html', / kB of 15\.5 kB {2}\(\d+ kB before compression/],
      ['a request to another site', '/terms', 'budget/third-party', 'https://tracker.example/t.js'],
      ['a violation of the content security policy', '/terms', 'csp/violation', 'https://tracker.example/t.js'],
      [
        'scripts that exceed their budget',
        '/blog',
        'budget/script',
        /^\d{3}(\.\d)? kB of 90 kB {2}\(assets\/chunks\/chunk-[\w-]+\.js \d{3}\.\d kB, /,
      ],
      ['an error that a script logs on load', '/privacy', 'console/error', 'the price list is empty'],
      [
        'text with low contrast',
        '/blog',
        'axe/color-contrast',
        /insufficient color contrast of 1\.\d+ .*Expected contrast ratio of 4\.5:1/,
      ],
      ['a layout shift', '/privacy', 'layout/shift', /^0\.\d+ of 0\.02 {2}\(<.+> moved\)$/],
      [
        'a form whose submission the relay rejects',
        '/get-started',
        'form/trial',
        'get-started: a complete submission is rejected: 422',
      ],
      ['HTML that differs from what React renders', '/get-started', 'hydration/mismatch', 'React error #418'],
    ])('reports %s with the affected page and the cause', (_, page, rule, cause) => {
      const messages = findings
        .filter((finding) => finding.page === page && finding.rule === rule)
        .map(({ message }) => message)
      expect(messages.join('\n')).toMatch(
        typeof cause === 'string' ? new RegExp(cause.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : cause,
      )
    })

    it('exits with 1, and reports each finding only for the affected page', () => {
      expect(ran.code).toBe(1)
      const pagesOf = (rule: string) => new Set(findings.filter((found) => found.rule === rule).map(({ page }) => page))
      expect(pagesOf('link/dead')).toEqual(new Set(['/about']))
      expect(pagesOf('axe/color-contrast')).toEqual(new Set(['/blog']))
      expect(pagesOf('layout/shift')).toEqual(new Set(['/privacy']))
    })

    it('prints a GitHub annotation for each finding, pointing to the affected content file', async () => {
      const summary = path.join(folder, 'summary.md')
      const { stdout } = await audit(
        out,
        ['--routes', '/about', '--skip', 'forms,browser,lighthouse', '--format', 'github'],
        {
          GITHUB_STEP_SUMMARY: summary,
        },
      )
      expect(stdout).toContain(
        '::error file=agency/pages/about.yaml,title=link/dead::/about  /no-such-page returns 404\n',
      )
      expect(readFileSync(summary, 'utf8')).toContain('| /about | `link/dead` | /no-such-page returns 404 |')
    })

    it('writes a report that shows the changes since the last audit', async () => {
      await audit(out, ['--routes', '/terms', '--skip', 'links,html,forms,browser,lighthouse'])
      rmSync(path.join(out, 'site', 'terms.html.br'), { force: true })
      writeFileSync(path.join(out, 'site', 'terms.html.br'), Buffer.alloc(13_000))
      await audit(out, ['--routes', '/terms', '--skip', 'links,html,forms,browser,lighthouse'])
      expect(readFileSync(path.join(out, 'audit', 'index.html'), 'utf8')).toMatch(/>13<small>−\d+/)
    })
  })
})
