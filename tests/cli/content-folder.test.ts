import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { hashFiles } from '../chaos/kills/kill-builds.ts'
import { runHere } from '../run-here.ts'
import { runSite } from '../run-site.ts'

const small = path.join(projectRoot, 'tests', 'sites', 'harbor')
const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
const content = path.join(folder, 'harbor')
const out = path.join(folder, 'out')
/** Folder that contains a build of the unchanged content. */
const built = path.join(folder, 'built')

beforeAll(async () => {
  cpSync(small, content, { recursive: true })
  await build()
  renameSync(out, built)
})
beforeEach(() => {
  rmSync(content, { recursive: true, force: true })
  cpSync(small, content, { recursive: true })
})
afterEach(() => rmSync(out, { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reuseBuild = () => cpSync(built, out, { recursive: true, preserveTimestamps: true })
async function build({ expectFailure = false, to = out } = {}) {
  const ran = await runHere(['build', '--content', content, '--out', to, '--json'])
  if (ran.code !== 0 && !expectFailure) throw new Error(ran.stderr)
  return ran
}
const published = (file: string) => readFileSync(path.join(out, 'site', file), 'utf8')
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(path.join(content, file), change(readFileSync(path.join(content, file), 'utf8')))

describe('site build', () => {
  it("builds another agency's site without anything from the shipped content", () => {
    reuseBuild()
    const found = readdirSync(path.join(out, 'site'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz|png|woff2)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
    expect(found.length).toBeGreaterThan(30)
    for (const file of found) expect(readFileSync(file, 'utf8'), file).not.toMatch(/northshelf|calendly/i)
    expect(published('index.html')).toContain('Harbor &amp; Pine')
    expect(published('_headers')).not.toContain('calendly')
  })

  it('draws a share image again only if its content has changed', async () => {
    reuseBuild()
    expect(JSON.parse((await build()).stdout)).toMatchObject({ drawn: 0 })
    const [article = ''] = readdirSync(path.join(content, 'blog'))
    edit(`blog/${article}`, (text) => text.replace(/^title: .*$/m, 'title: Notes of a keeper'))
    expect(JSON.parse((await build()).stdout)).toMatchObject({ drawn: 1 })
  })

  it('records published addresses, and redirects the old address of a renamed page', async () => {
    reuseBuild()
    const record = async () => (await runHere(['build', '--content', content, '--out', out, '--record'])).stderr
    expect(await record()).toMatch(/^\d+ pages recorded in .*published\.yaml$/m)
    const ledger = readFileSync(path.join(content, 'published.yaml'), 'utf8')
    const [from, to] = ['/blog/ceilings-for-ads', '/blog/limits-for-ads']
    expect(ledger).toContain(`\n- ${from}\n`)
    expect(await record()).toBe('')
    renameSync(path.join(content, `${from}.md`), path.join(content, `${to}.md`))
    const check = async () => (await runHere(['check', '--content', content])).stdout
    expect(await check()).toContain('address/vanished')
    writeFileSync(path.join(content, 'redirects.yaml'), `${from}: ${to}\n`)
    expect(await check()).not.toContain('address/vanished')
    await build()
    expect(published('_redirects')).toBe(`${from} ${to} 301\n`)
    for (const file of ['sitemap.xml', 'llms.txt', 'blog/feed.xml']) expect(published(file), file).not.toContain(from)
    expect(existsSync(path.join(out, 'site', `${from}.html`))).toBe(false)
    expect(readFileSync(path.join(out, 'hosting', 'moved', `${from}.html`), 'utf8')).toContain(`url=${to}`)
    const first = hashFiles(out)
    rmSync(out, { recursive: true })
    await build()
    expect(hashFiles(out)).toEqual(first)
  })

  it('adds a page, a list entry, a sitemap line and a feed entry for a new content file', async () => {
    reuseBuild()
    const [first = ''] = readdirSync(path.join(content, 'blog'))
    cpSync(path.join(content, 'blog', first), path.join(content, 'blog', 'tide-tables.md'))
    edit('blog/tide-tables.md', (text) => text.replace(/^title: .*$/m, 'title: Reading tide tables for stock'))
    const before = published('_headers')
    const result = JSON.parse((await build()).stdout)
    expect(published('_headers'), 'a new page must not change the headers of all responses').toBe(before)
    expect(published('blog/tide-tables.html')).toContain('Reading tide tables for stock')
    expect(published('blog.html')).toContain('href="/blog/tide-tables"')
    expect(published('index.html')).toContain('href="/blog/tide-tables"')
    expect(published('sitemap.xml')).toContain('https://harborandpine.example/blog/tide-tables')
    expect(published('blog/feed.xml')).toContain('Reading tide tables for stock')
    expect(result.rendered).toBeLessThan(result.pages)
  })

  it('shows a figure on the article page, but its description in the feed', async () => {
    edit('blog/ceilings-for-ads.md', (text) => text.replace('![](figure', '![A "click" at 75¢ & a bid of 40¢](figure'))
    await build()
    const page = published('blog/ceilings-for-ads.html')
    expect(page).toMatch(
      /Bid 40\.<\/p>\n<figure class="pic" aria-label="A &quot;click&quot; at 75¢ &amp; a bid of 40¢"><div class="pic-panel">/,
    )
    expect(page).toContain('<figcaption class="cap">Example</figcaption></figure>\n<p>When a fee changes')
    expect(published('blog/feed.xml')).toContain(
      '&lt;p&gt;&lt;strong&gt;What a click may cost.&lt;/strong&gt; A &amp;quot;click&amp;quot; at 75¢',
    )
    for (const file of ['blog/ceilings-for-ads.html', 'blog/feed.xml', 'llms.txt'])
      expect(published(file), file).not.toMatch(/figure:|data-figure/)
  })

  it('does not write a page that would show raw Markdown, and warns about TODO placeholders', async () => {
    const [quote = ''] = readdirSync(path.join(content, 'testimonials'))
    edit('facts.yaml', (text) => `${text}the-terms: "[our terms]"\n`)
    edit(`testimonials/${quote}`, (text) => text.replace(/^quote: /m, 'quote: See {the-terms}(/a) and '))
    edit('blog/ceilings-for-ads.md', (text) => `${text}\nTODO the end.\n`)
    const failed = await build({ expectFailure: true })
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(new RegExp(`testimonials/${quote}:\\d+:\\d+ {2}error {2}markdown/field\n`))
    expect(failed.stderr).toContain('[our terms](/a)')
    expect(failed.stderr).toMatch(/Nothing was written\.\n$/)
    expect(existsSync(path.join(out, 'site', 'index.html'))).toBe(false)

    edit(`testimonials/${quote}`, (text) => text.replace('See {the-terms}(/a) and ', ''))
    expect((await build()).stderr).toContain(
      '⚠ Do not publish this yet: harbor/blog/ceilings-for-ads.md has placeholder text.',
    )
    expect(published('index.html')).toContain('<h1')
  })

  it('removes a page and everything generated from it when its content file is deleted', async () => {
    reuseBuild()
    const [first = ''] = readdirSync(path.join(content, 'insights'))
    rmSync(path.join(content, 'insights', first))
    await build()
    const slug = first.replace('.md', '')
    expect(readdirSync(path.join(out, 'site', 'insights'))).toEqual(['feed.xml', 'feed.xml.br', 'feed.xml.gz'])
    expect(published('sitemap.xml')).not.toContain(slug)
    expect(published('insights.html')).not.toContain(`/insights/${slug}`)
  })

  it('shows the placeholder for an empty list, or omits the list if it has no placeholder', async () => {
    for (const list of ['insights', 'jobs', 'blog']) rmSync(path.join(content, list), { recursive: true })
    edit('pages/insights.yaml', (text) =>
      text.replace('from: insights', 'from: insights\n    empty: Nothing sounded yet.'),
    )
    // Removes references to the deleted entries.
    edit('pages/home.yaml', (text) => text.replace(/^ {4}items:\n(?: {6}- (?:blog|insights)\/.*\n)+/gm, ''))
    await build()
    expect(published('insights.html')).toContain('>Nothing sounded yet.</p>')
    expect(published('careers.html')).toContain('>All berths are taken this month. Leave your resume below.</p>')
    expect(published('blog.html')).not.toMatch(/class="[^"]*ac-list/)
  })

  it('renders no pages if no content changed, and only the affected page after an edit', async () => {
    await build()
    // Runs the build in another process, which knows the previous build only from the output folder.
    const again = JSON.parse(runSite(['build', '--content', content, '--out', out, '--json']).stdout)
    expect([again.rendered, again.written]).toEqual([0, 0])
    const [first = ''] = readdirSync(path.join(content, 'blog'))
    edit(`blog/${first}`, (text) => `${text}\nOne more sentence about the harbor.\n`)
    const changed = JSON.parse((await build()).stdout)
    expect(changed.rendered).toBe(1)
    expect(published(`blog/${first.replace('.md', '.html')}`)).toContain('One more sentence about the harbor.')
  })

  it('renders a page again if its HTML file was deleted', async () => {
    // Builds again instead of copying a build, because copying rounds the timestamps that this test depends on.
    await build()
    rmSync(path.join(out, 'site', 'blog.html'))
    expect(JSON.parse((await build()).stdout).rendered).toBe(1)
    expect(published('blog.html')).toContain('<h1')
  })

  it('fails if a reference points to a deleted file, and reports the reference and the missing file', async () => {
    const [slug = ''] = readdirSync(path.join(content, 'testimonials'))
    rmSync(path.join(content, 'testimonials', slug))
    const { code, stderr } = await build({ expectFailure: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(/harbor\/(?:pages|services)\/[a-z-]+\.yaml:\d+:\d+ {2}error {2}ref\/unknown-slug/)
    expect(stderr).toContain(`expected the file ${path.join(content, 'testimonials', slug)}`)
    expect(stderr).toContain('Nothing was written.')
    expect(() => readdirSync(out)).toThrow()
  })
})

describe('site check', () => {
  const check = () => runHere(['check', '--content', content])

  it('prints one line if there are no problems', async () => {
    const { code, stdout } = await check()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ \d+ files, no problems · \d+ ms\n$/)
  })

  it('suggests the correct name for a misspelt optional field', async () => {
    edit('services/ad-tending.yaml', (text) => `${text}ordr: 5\n`.replace(/^order:.*\n/m, ''))
    expect((await check()).stdout).toContain('Did you mean "order"? (fixable)')
  })

  it('reports the problems in all files in one run, each at its location', async () => {
    edit('site.yaml', (text) => text.replace(/^email: .*$/m, 'email: nobody'))
    edit('facts.yaml', (text) => `${text}\nBad Name: 3\n`)
    edit('pages/home.yaml', (text) => `${text}\ncolour: red\n`)
    edit('faqs/'.concat(readdirSync(path.join(content, 'faqs'))[0] ?? ''), (text) =>
      text.replace('question:', '\tquestion:'),
    )
    edit('jobs/'.concat(readdirSync(path.join(content, 'jobs'))[0] ?? ''), (text) =>
      text.replace(/^posted: .*$/m, 'posted: 2026-02-31'),
    )
    const { code, stdout } = await check()
    expect(code).toBe(1)
    for (const [file, rule] of [
      ['site.yaml', 'schema/format'],
      ['facts.yaml', 'schema/format'],
      ['pages/home.yaml', 'schema/unknown-key'],
      ['faqs/', 'yaml/tab'],
      ['jobs/', 'schema/date'],
    ] as const) {
      expect(stdout).toMatch(new RegExp(`harbor/${file}[a-z-]*(?:\\.yaml|\\.md)?:\\d+:\\d+ {2}error {2}${rule}`))
    }
    const line = readFileSync(path.join(content, 'pages/home.yaml'), 'utf8').split('\n').indexOf('colour: red') + 1
    expect(stdout).toContain(`harbor/pages/home.yaml:${line}:1`)
    expect(stdout).toMatch(/✗ \d+ errors \(1 fixable\) in 5 of \d+ files · \d+ ms/)
  })

  it('passes with a warning if a form would lose submissions', async () => {
    edit('forms/contact.yaml', (text) => `${text.replace(/^delivery:.*\n/m, '')}\ndelivery: console\n`)
    const { code, stdout } = await check()
    expect(code).toBe(0)
    expect(stdout).toMatch(/harbor\/forms\/contact\.yaml:\d+:11 {2}warning {2}form\/console/)
    expect(stdout).toMatch(/! 1 warning in 1 of \d+ files/)
  })

  it('reports both pages if two pages have the same address', async () => {
    edit('pages/blog.yaml', (text) => text.replace(/^path: .*$/m, 'path: /'))
    const { code, stdout } = await check()
    expect(code).toBe(1)
    expect(stdout).toMatch(/harbor\/pages\/home\.yaml:\d+:7 {2}error {2}path\/duplicate/)
    expect(stdout).toMatch(/harbor\/pages\/blog\.yaml:\d+:7 {2}first used here/)
  })

  it('prints the problems as JSON with --json', async () => {
    edit('pages/home.yaml', (text) => `${text}\ncolour: red\n`)
    const { code, stdout } = await runHere(['check', '--content', content, '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      ok: false,
      problems: [{ rule: 'schema/unknown-key', file: 'harbor/pages/home.yaml', column: 1 }],
    })
  })

  it('rejects front matter in JavaScript without executing it', async () => {
    const [first = ''] = readdirSync(path.join(content, 'blog'))
    const marker = path.join(folder, 'it-ran')
    edit(`blog/${first}`, (text) => text.replace(/^---/, `---js\nrequire('node:fs').writeFileSync('${marker}', '')\n`))
    const { code, stdout } = await check()
    expect(code).toBe(1)
    expect(stdout).toContain(`harbor/blog/${first}:1:1  error  front-matter/language`)
    expect(existsSync(marker)).toBe(false)
  })
})

describe('the command line', () => {
  it('prints help, and exits with 2 for an unknown command', () => {
    expect(runSite(['--help']).stdout).toContain('Commands:')
    expect(runSite(['bild'], { expectFailure: true })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean build?'),
    })
  })

  it('exits with 3 if there is no site to preview', () => {
    const { code, stderr } = runSite(['preview', '--port', '0', '--out', path.join(folder, 'nothing')], {
      expectFailure: true,
    })
    expect(code).toBe(3)
    expect(stderr).toContain('There is no site in')
  })
})
