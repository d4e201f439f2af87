import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runNewCommand } from '../../cli/commands/new.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'
import { entryTypes } from '../../cli/scaffold/entry-types.ts'
import { agency } from '../agency.ts'
import { needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { runSite } from '../run-site.ts'
import { typeAtTerminal } from './terminal.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'new-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const harbor = path.join(projectRoot, 'tests', 'sites', 'harbor')

function copyContent(from: string): string {
  const content = path.join(mkdtempSync(path.join(folder, 'site-')), 'content')
  cpSync(from, content, { recursive: true })
  return content
}
const today = () => new Date().toISOString().slice(0, 10)
const create = (content: string, ...args: string[]) => runHere(['new', ...args, '--content', content])

describe('site new', () => {
  it('asks for a missing name if it runs in a terminal, and can be canceled', needs('script'), async () => {
    const content = copyContent(harbor)
    const typed = (keys: string) =>
      typeAtTerminal(['new', 'faq', '--content', content], [['File name of the new faq', keys]])
    expect(await typed('tides\r')).toMatchObject({ code: 0, output: expect.stringContaining('faqs/tides.yaml') })
    for (const key of ['\x03', '\x04'])
      expect(await typed(key)).toMatchObject({ code: 130, output: expect.stringContaining('Nothing was written.') })
  })

  it('creates a valid file of every content type', async () => {
    const content = copyContent(agency)
    for (const [kind, { folder, collection }] of entryTypes) {
      const { code, stdout, stderr } = await create(content, kind, `a-new-${kind}`)
      const file = path.join(content, folder, `a-new-${kind}${collection.extension}`)
      expect({ code, stderr }, kind).toEqual({ code: 0, stderr: '' })
      expect(stdout, kind).toMatch(new RegExp(`^✓ ${file}\n {2}Replace \\d+ TODOs?, then run npm run site -- check`))
      expect(readFileSync(file, 'utf8'), kind).toMatch(/^ *# .+\n.*TODO/m)
    }
    // The only problems are TODO placeholders.
    const { ok, problems } = JSON.parse((await runHere(['check', '--content', content, '--json'])).stdout)
    expect(ok).toBe(true)
    expect(problems.map(({ rule }: { rule: string }) => rule)).toEqual([...entryTypes].map(() => 'text/unwritten'))
  })

  it("creates pages that can be built, even in another agency's content", async () => {
    const content = copyContent(harbor)
    const out = path.join(path.dirname(content), 'out')
    for (const kind of ['service', 'job', 'blog', 'page', 'text-page']) await create(content, kind, `a-new-${kind}`)
    runSite(['build', '--content', content, '--out', out])
    for (const page of [
      'services/a-new-service',
      'careers/a-new-job',
      'blog/a-new-blog',
      'a-new-page',
      'a-new-text-page',
    ])
      expect(readFileSync(path.join(out, 'site', `${page}.html`), 'utf8'), page).toMatch(/<h1[^>]*>TODO /)
  })

  it('describes every field in a comment, including limits, choices and whether it is optional', async () => {
    const content = copyContent(agency)
    const begin = today()
    await create(content, 'job', 'night-shift-analyst')
    const text = readFileSync(path.join(content, 'jobs', 'night-shift-analyst.md'), 'utf8')
    expect(text).toMatch(/^---\n# Title of the position \(at most 80 characters\)\ntitle: TODO /)
    expect(text).toContain(
      '# Type of employment (Full-time, Part-time, Contract, Temporary, Internship, Apprenticeship)\ntype: Full-time\n',
    )
    expect(text).toMatch(
      /\n# closes: {2}# optional: Last day to apply; the position is removed on the next day \(a date such as 2026-03-31\)\n/,
    )
    expect(text).toMatch(/responsibilities:\n(?: {2}- .+\n){3}/)
    // The day may end during the test.
    expect([begin, today()]).toContain(/^posted: (.+)$/m.exec(text)?.[1])
  })

  it('gives a place the country of the company', async () => {
    const content = copyContent(harbor)
    const file = path.join(content, 'site.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('country: US', 'country: GB'))
    await create(content, 'place', 'pier')
    expect(parse(readFileSync(path.join(content, 'places', 'pier.yaml'), 'utf8')).address.country).toBe('GB')
  })

  it('does not overwrite an existing file', async () => {
    const content = copyContent(harbor)
    const before = readFileSync(path.join(content, 'forms', 'contact.yaml'), 'utf8')
    const { code, stderr } = await create(content, 'form', 'contact')
    expect(code).toBe(2)
    expect(stderr).toContain('already exists; nothing was written.')
    expect(readFileSync(path.join(content, 'forms', 'contact.yaml'), 'utf8')).toBe(before)
  })

  it('rejects names whose address or form type is reserved or in use, and states the reason', async () => {
    const content = copyContent(harbor)
    const list = () => readdirSync(content, { recursive: true }).sort()
    const before = list()
    for (const [type, slug, reason] of [
      ['page', 'index', 'No page can have the address /index'],
      ['page', '404', 'No page can have the address /404'],
      ['text-page', 'inbox', 'No page can have the address /inbox: the relay uses it.'],
      ['blog', 'index', 'No page can have the address /blog/index'],
      ['text-page', 'careers', 'The address /careers is already used by content/pages/careers.yaml.'],
      ['page', 'privacy', 'The address /privacy is already used by content/pages/privacy.md.'],
    ] as const)
      await expect(
        runNewCommand(type, slug, { content, out: '', json: false, quiet: true }),
        `${type} ${slug}`,
      ).rejects.toThrow(reason)
    expect(list()).toEqual(before)
    // The command must not write through a dangling symbolic link.
    symlinkSync('nowhere.yaml', path.join(content, 'faqs', 'link.yaml'))
    await expect(runNewCommand('faq', 'link', { content, out: '', json: false, quiet: true })).rejects.toThrow(
      'already exists',
    )
    rmSync(path.join(content, 'faqs', 'link.yaml'))
    // The file name is available, but the form type is in use.
    renameSync(path.join(content, 'forms', 'contact.yaml'), path.join(content, 'forms', 'hail.yaml'))
    await expect(runNewCommand('form', 'contact', { content, out: '', json: false, quiet: true })).rejects.toThrow(
      'The formType contact is already used by content/forms/hail.yaml.',
    )
  })

  it('creates a page with hero and closing sections, a form with fields, and services in both layouts', async () => {
    const content = copyContent(harbor)
    const options = { content, out: '', json: true, quiet: true }
    const make = async (type: string, slug: string, file: string, layout?: string) => {
      await runNewCommand(type, slug, { ...options, ...(layout && { layout }) })
      return parse(readFileSync(path.join(content, file), 'utf8'))
    }
    const page = await make('page', 'offer', 'pages/offer.yaml')
    expect(page.sections.map(({ type }: { type: string }) => type)).toEqual(['hero', 'features', 'closing'])
    const form = await make('form', 'prime-day-2027', 'forms/prime-day-2027.yaml')
    expect(form.formType).toBe('prime-day-2027')
    expect(form.groups[0].fields).toMatchObject([
      { kind: 'text', name: 'name', required: true },
      { kind: 'email', name: 'email', required: true },
      { kind: 'textarea', name: 'message', required: true },
    ])
    expect(await make('service', 'one', 'services/one.yaml', 'argument')).toMatchObject({ layout: 'argument' })
    expect(await make('service', 'other', 'services/other.yaml', 'expanding')).toMatchObject({ layout: 'expanding' })
    await expect(runNewCommand('service', 'third', { ...options, layout: 'round' })).rejects.toThrow(
      'Layouts: expanding, argument.',
    )
    await expect(runNewCommand('faq', 'third', { ...options, layout: 'round' })).rejects.toThrow(
      'Only a service has layouts.',
    )
    const { problems } = await loadContent(content, { cache: createParseCache(path.join(folder, 'cache')) })
    expect(problems.map(({ rule }) => rule)).toEqual(Array.from({ length: 4 }, () => 'text/unwritten'))
  })

  it('suggests valid names, and does not prompt if there is no terminal', async () => {
    const content = copyContent(harbor)
    expect(await create(content, 'servise', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no content type "servise". Did you mean service?'),
    })
    expect(await create(content, 'blog', 'Prime Day: Réview!')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean prime-day-review?'),
    })
    expect(await create(content, 'hero')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('new section hero'),
    })
    const { kinds: list } = JSON.parse((await create(content, '--json')).stdout)
    expect(list).toContainEqual({ kind: 'text-page', files: 'pages/*.md' })
    const put = await create(content, 'section', 'quote', '--in', 'contact', '--dry-run')
    expect(put).toMatchObject({
      stdout: expect.stringMatching(/contact\.yaml:\d+ would be section \d, quote\. Nothing was written\.\n$/),
      stderr: expect.stringMatching(/^ {2}\+ +\d+ │ +- type: quote$/m),
    })
    expect(runSite(['new', 'blog', '--content', content], { expectFailure: true })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A name is missing. Usage: site new blog <slug>'),
    })
  })
})
