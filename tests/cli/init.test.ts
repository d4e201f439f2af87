import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { auditSite } from '../../cli/audit/audit.ts'
import { findBrowser } from '../../cli/audit/browser.mjs'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { type InitOptions, runInitCommand } from '../../cli/commands/init.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { projectRoot, templateFolder } from '../../cli/paths.ts'
import { findOptionProblems } from '../../cli/scaffold/init/parse-answers.ts'
import { listPlaceholderFiles } from '../../cli/scaffold/init/placeholders.ts'
import { optionalParts, siteForms } from '../../cli/scaffold/init/question-texts.ts'
import type { Content } from '../../src/collections/content.ts'
import { listFeeds } from '../../src/site/meta.ts'
import { needs } from '../needs.ts'
import { becomeOrdinary } from '../relay/ordinary-user.ts'
import { runHere } from '../run-here.ts'
import { runSite } from '../run-site.ts'
import { triesAllCases } from '../sampled.ts'
import { typeAtTerminal } from './terminal.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'init-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const load = (content: string) => loadContent(content, { cache: createParseCache(path.join(folder, 'cache')) })

const harbor = { name: 'Harbor', url: 'https://harbor.example', email: 'hello@harbor.example' }
/** Creates a content folder with `site init`. @throws if the command rejects the answers */
async function make(name: string, answers: Partial<InitOptions> = {}): Promise<string> {
  const content = path.join(folder, name)
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await runInitCommand(content, { ...harbor, json: false, quiet: true, ...answers }).finally(() => stdout.mockRestore())
  return content
}
const read = async (content: string) => (await load(content)).content
const isReadable = (target: string) => {
  try {
    return readdirSync(target).length > 0
  } catch {
    return false
  }
}
const filesOf = (content: string) => readdirSync(content, { recursive: true, encoding: 'utf8' }).sort()
const textsOf = (content: string) =>
  filesOf(content).flatMap((file) => (path.extname(file) ? readFileSync(path.join(content, file), 'utf8') : []))

describe.each([
  ['a company with all parts', [], ['/', '/careers/first-position'], 17],
  [
    'a company with long names, without jobs or a blog',
    [
      ...['--name', 'Wilhelmina Marketplace & Co. 🌲', '--services', 'Ads, Marketplace account management'],
      ...['--without', 'jobs,blog', '--phone', '+1 207 555 0142', '--accent', '#7fd1ae'],
    ],
    [],
    12,
  ],
  // The first page of the first folder contains the same elements.
  ['a single page with a single form', ['--without', 'all', '--forms', 'contact'], triesAllCases ? ['/'] : [], 1],
] as const)('a new content folder for %s', (name, flags, opened, count) => {
  it('can be created, checked, built and audited without problems', async () => {
    const content = path.join(folder, name)
    const own = Object.entries(harbor).flatMap(([flag, answer]) => [`--${flag}`, answer])
    const made = JSON.parse((await runHere(['init', content, ...own, ...flags, '--json'])).stdout)
    expect(made).toMatchObject({ version: 1, folder: content, files: expect.arrayContaining(['site.yaml']) })
    expect(made.pages).toHaveLength(count)
    expect(filesOf(content).filter((file) => path.extname(file))).toEqual(made.files)
    if (count === 1) expect(made.files).toEqual(['facts.yaml', 'forms/contact.yaml', 'pages/home.yaml', 'site.yaml'])

    const out = path.join(folder, `${name} built`)
    expect((await runHere(['check', '--strict', '--content', content])).stdout).toMatch(/^✓ .* no problems/)
    expect(await runHere(['build', '--content', content, '--out', out])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Placeholder text of site init is left in .+\n$/),
    })
    const built = openBuiltSite(path.join(out, 'site'))
    expect(built.pages.sort()).toEqual(made.pages.sort())
    const accent = /^accent: "(.+)"$/m.exec(readFileSync(path.join(content, 'site.yaml'), 'utf8'))?.[1] ?? 'none'
    for (const file of ['site/index.html', 'site/404.html', 'site/favicon.svg', 'relay/forms.json'])
      expect(readFileSync(path.join(out, file), 'utf8'), file).toContain(accent)
    const audit = async (pages: readonly string[], skip: Parameters<typeof auditSite>[0]['skip']) =>
      auditSite({
        ...{
          out,
          site: built,
          content: undefined,
          pages: [...pages],
          skip: ['lighthouse', ...skip],
          external: false,
          runs: 1,
        },
        ...{
          thresholds: readThresholds(),
          chromePath: await findBrowser({ shell: true }),
          onProgress() {},
          onGate() {},
        },
      })
    expect((await audit(made.pages, ['browser'])).findings).toEqual([])
    // Opens only some pages in a browser, because the others contain the same elements.
    if (opened.length > 0) expect((await audit(opened, ['links', 'html', 'bytes', 'forms'])).findings).toEqual([])
  })
})

describe('a new content folder', () => {
  it('remains valid if any single optional part is omitted', async () => {
    for (const without of optionalParts) expect(await make(`without ${without}`, { without }), without).toBeTruthy()
  })

  it('contains no leftover text from the template or another company, and no feed if it has no articles', async () => {
    const content = await make('clean', { without: 'blog,insights', town: 'Portland, ME, US' })
    for (const text of textsOf(content)) {
      expect(text).not.toMatch(
        /[Nn]orthshelf|555 0100|Your (?:company|town)|[Yy]our[- ]service\b|company\.example|# (?:if|end|only)|<!--|TODO|2026-01-01/,
      )
      expect(text).not.toMatch(/\n{3}|\$\d|\d%/)
    }
    expect(textsOf(content).join()).toContain('locality: "Portland"\n  region: "ME"\n  country: "US"')
    expect(listFeeds((await read(content)) as Content)).toEqual([])
  })

  it('contains the phone number, for search engines only if it has a country code, and no guessed language', async () => {
    const worldwide = await read(await make('worldwide', { phone: '+31 30 123 4567', town: 'Utrecht, NL' }))
    expect(worldwide?.site).toMatchObject({ phone: '+31 30 123 4567', language: 'en' })
    const local = await read(await make('local', { phone: '030 123 4567' }))
    expect(local?.site.phone).toBeUndefined()
    expect(local?.facts.phone).toBe('030 123 4567')
  })

  it('has words for any business, and neutral icons for its own services', async () => {
    const content = await make('any', { services: 'Piano, Training' })
    for (const text of textsOf(content)) expect(text).not.toMatch(/\b(?:clients?|figures?)\b/i)
    expect((await read(content))?.services.map(({ icon }) => icon)).toEqual(['check', 'book'])
  })

  it('preserves names of any length, even with quotes, colons, number signs, braces and emoji', async () => {
    const service = 'Ads: "now" #1 {x} & \'more\''
    const content = await make('odd', {
      ...{ name: 'Hår: "Pine" & {co} # 🌲\\', services: `${service}, 広告, SEO, ${'m'.repeat(30)}` },
      ...{ phone: '+1 (207) 555-0142', postalAddress: '1 Pier: "Road" #2, Portland' },
    })
    const odd = await read(content)
    expect(odd?.site.name).toBe('Hår: "Pine" & {co} # 🌲\\')
    expect(odd?.services.map(({ slug, title }) => [slug, title])).toEqual([
      ['ads-now-1-x-more', service],
      ['service-2', '広告'],
      ['seo', 'SEO'],
      ['m'.repeat(30), 'm'.repeat(30)],
    ])
    expect(odd?.site.footer.columns.at(-1)?.links[0]).toEqual({
      ...{ label: '+1 (207) 555-0142', to: 'tel:+12075550142' },
    })
    for (const name of ['X', 'W'.repeat(30)]) expect(await make(name, { name }), name).toBeTruthy()
  })

  it('is created from a template that is itself a valid content folder', async () => {
    expect((await load(templateFolder)).problems).toEqual([])
    const conditions = textsOf(templateFolder).flatMap(
      (text) => text.match(/(?<=(?:#|<!--) (?:if|only with) )[a-z ]+/g) ?? [],
    )
    const known = [...optionalParts, ...Object.keys(siteForms), 'phone', 'international', 'postal', 'town', 'region']
    expect(
      [...new Set(conditions.flatMap((names) => names.trim().split(' or ')))].filter((name) => !known.includes(name)),
    ).toEqual([])
  })
})

describe('site init', () => {
  const rejected: [string, Partial<InitOptions>, RegExp][] = [
    [
      'an address without https',
      { url: 'http://harbor.example' },
      /^--url "http:.+": it must be https:\/\/ and a host name/,
    ],
    ['an address with a trailing slash', { url: 'https://harbor.example/' }, /^--url .+ without a trailing slash/],
    ['an invalid email address', { email: 'hello' }, /^--email "hello": it must be an address such as hello@/],
    ['a name of 300 letters', { name: 'x'.repeat(300) }, /^--name .+ at most 30 characters/],
    ['an empty name', { name: ' ' }, /^--name "": it must be/],
    ['a duplicate service', { services: 'Ads, Reporting, ads' }, /^--services .+: "ads" is listed twice\.\nNothing/],
    ['an empty list of services', { services: ' , ' }, /^--services .+ at least one/],
    ['a service name that is too long', { services: 's'.repeat(31) }, /^--services .+ more than 30 characters/],
    ['a service with a reserved address', { services: 'Index' }, /services\/index\.yaml:1 .+/],
    ['an unknown part', { without: 'jobs,blgo' }, /^--without .+ no "blgo"\. Did you mean blog\?/],
    [
      'a form that needs an omitted part',
      { without: 'jobs', forms: 'resume' },
      /^--forms .+: the resume form requires jobs/,
    ],
    ['jobs without an application form', { forms: 'contact' }, /^--forms .+: jobs require the application form/],
    [
      'a color with too little contrast with dark text',
      { accent: '#7a1f1f' },
      /^--accent .+ a contrast of 1\.\d; the minimum is 4\.5/,
    ],
    ['a color with too little contrast with the page', { accent: '#fafafa' }, /^--accent .+ almost invisible/],
    ['a color name', { accent: 'teal' }, /^--accent .+ # and six hex digits/],
    ['a town without a country', { town: 'Portland' }, /^--town .+ such as Portland, ME, US/],
    ['an invalid phone number', { phone: 'call me' }, /^--phone .+ a number/],
  ]
  it('reports all wrong options at once', async () => {
    const wrong = { url: 'harbor.example', email: 'nope', without: 'stories' }
    await expect(make('several', wrong)).rejects.toThrow(/^--url .+\n--email .+\n--without .+\nNothing was written\.$/s)
  })

  it.each(rejected)('rejects %s, reports which option is wrong, and writes nothing', async (_, answers, says) => {
    const parent = mkdtempSync(path.join(folder, 'rejected-'))
    await expect(make(path.join(path.basename(parent), 'deep', 'harbor'), answers)).rejects.toThrow(says)
    expect(readdirSync(parent)).toEqual([])
  })

  it('rejects a non-empty folder and a file', async () => {
    mkdirSync(path.join(folder, 'taken'))
    writeFileSync(path.join(folder, 'taken', '.hidden'), '')
    await expect(make('taken')).rejects.toThrow(/taken is not empty; nothing was written/)
    expect(readdirSync(path.join(folder, 'taken'))).toEqual(['.hidden'])
    await expect(make('taken/.hidden')).rejects.toThrow('is a file')
    await expect(make('taken/.hidden/below')).rejects.toThrow(/Nothing was written: .*this name already exists/)
  })

  it('rejects a folder without write permission', async ({ skip }) => {
    await becomeOrdinary()
    skip(!isReadable(projectRoot), 'other users cannot read the project, which contains the template')
    await expect(make('forbidden')).rejects.toThrow(/Nothing was written: .*permission denied/)
  })

  it('exits with 2 if options are missing and there is no terminal', () => {
    const { code, stderr } = runSite(['init', path.join(folder, 'asked'), '--name', 'Harbor'], { expectFailure: true })
    expect(code).toBe(2)
    expect(stderr).toContain('--url, --email are missing. Example: site init')
  })
})

describe('the options of npm create northshelf', () => {
  const valid = Object.entries(harbor).flatMap(([flag, answer]) => [`--${flag}`, answer])

  it('are accepted if they are valid, or if missing ones can be asked for', () => {
    expect(findOptionProblems([...valid, '--postal-address=1 Pier Road'], false)).toEqual([])
    expect(findOptionProblems([], true)).toEqual([])
  })

  it('are all checked: unknown and missing options, missing values and invalid answers', () => {
    const args = ['--nmae', 'Harbor', '--url', 'harbor.example', 'Pine', '--without', 'stories', '--phone']
    expect(findOptionProblems(args, false)).toEqual([
      'There is no option --nmae. Did you mean --name?',
      '"Harbor" is not an option. Put quotes around text with spaces.',
      '"Pine" is not an option. Put quotes around text with spaces.',
      '--phone has no value.',
      expect.stringMatching(/^--url "harbor.example": it must be https/),
      expect.stringMatching(/^--without "stories": there is no "stories"/),
      '--name, --email are missing.',
    ])
  })
})

describe('site init at a terminal', needs('script'), () => {
  const answer = (target: string, lines: Parameters<typeof typeAtTerminal>[1]) =>
    typeAtTerminal(['init', target], lines)

  it('asks for missing options, asks again after an invalid answer, and accepts defaults on Enter', async () => {
    const content = path.join(folder, 'asked')
    const { code, output } = await answer(content, [
      ['Name of the company', 'Harbor & Pine\r'],
      ['Address of the site', 'harbor.example\r'],
      ['it must be https:// and a host name', '\r'],
      ['[hello@harbor-pine.example]', '\r'],
      ['Phone', '\r'],
      ['Postal', '\r'],
      ['Town', '\r'],
      ['Country', '\r'],
      ['[#f8d63b]', '#7fd1ae\r'],
      ['[Consulting, Planning, Support]', 'Ads\r'],
      ['Parts to leave out', 'jobs, blog\r'],
      ['[contact, request]', '\r'],
    ])
    expect(output).toContain('18 files, 11 pages')
    expect(code).toBe(0)
    const whole = await read(content)
    expect(whole?.site).toMatchObject({ name: 'Harbor & Pine', url: 'https://harbor-pine.example' })
    expect(whole?.services.map(({ title }) => title)).toEqual(['Ads'])
    const placeholders = whole && listPlaceholderFiles(whole)
    expect(placeholders).toEqual(expect.arrayContaining(['site.yaml', 'pages/home.yaml', 'pages/privacy.md']))
  })

  it('writes nothing when it is interrupted', async () => {
    const parent = mkdtempSync(path.join(folder, 'left-'))
    const { code, output } = await answer(path.join(parent, 'harbor'), [
      ['Name of the company', 'Harbor\r'],
      ['Address of the site', '\x03'],
    ])
    expect(output).toContain('Nothing was written.')
    expect(code).toBe(130)
    expect(readdirSync(parent)).toEqual([])
  })
})
