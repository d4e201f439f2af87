import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../cli/new/kinds.ts'
import { projectRoot } from '../../cli/paths.ts'
import { runSite } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'new-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of the content of a site. */
function copyContent(from: string): string {
  const content = path.join(mkdtempSync(path.join(folder, 'site-')), 'content')
  cpSync(path.join(projectRoot, from), content, { recursive: true })
  return content
}
const create = (content: string, ...args: string[]) =>
  runSite(['new', ...args, '--content', content], { expectFailure: true })

describe('site new', () => {
  it('makes a file of every kind that passes the check at once', () => {
    const content = copyContent('content')
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { code, stdout, stderr } = create(content, kind, `a-new-${kind}`)
      const file = path.join(content, kinds[kind].folder, `a-new-${kind}${kinds[kind].extension}`)
      expect({ code, stderr }, kind).toEqual({ code: 0, stderr: '' })
      expect(stdout, kind).toMatch(new RegExp(`^✓ ${file}\n {2}\\d+ places say TODO: .*npm run site -- check`))
      expect(readFileSync(file, 'utf8'), kind).toMatch(/^ *# .+\n.*TODO/m)
    }
    // Nothing but that they are still to be written.
    const { ok, problems } = JSON.parse(runSite(['check', '--content', content, '--json']).stdout)
    expect(ok).toBe(true)
    expect(problems.map(({ rule }: { rule: string }) => rule)).toEqual(Object.keys(kinds).map(() => 'text/unwritten'))
  })

  it('makes pages that can be built, for another agency too', () => {
    const content = copyContent('tests/sites/harbor')
    const out = path.join(path.dirname(content), 'out')
    for (const kind of ['service', 'job', 'blog', 'page', 'text-page']) create(content, kind, `a-new-${kind}`)
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

  it('explains every field: what it is, what fits, what may be left out, and which choices there are', () => {
    const content = copyContent('content')
    create(content, 'job', 'night-shift-analyst')
    const text = readFileSync(path.join(content, 'jobs', 'night-shift-analyst.md'), 'utf8')
    expect(text).toMatch(/^---\n# Heading of the page and entry in the list \(4 to 80 characters\)\ntitle: TODO /)
    expect(text).toContain('# Kind of employment (Full-time, Part-time, Contract)\ntype: Full-time\n')
    expect(text).toMatch(/\n# closes: {2}# optional: Last day to apply \(a day such as 2026-03-31\)\n/)
    expect(text).toMatch(/responsibilities:\n(?: {2}- .+\n){3}/)
    expect(text).toContain(`posted: ${new Date().toISOString().slice(0, 10)}\n`)
  })

  it('never writes over a file', () => {
    const content = copyContent('tests/sites/harbor')
    const before = readFileSync(path.join(content, 'forms', 'contact.yaml'), 'utf8')
    const { code, stderr } = create(content, 'form', 'contact')
    expect(code).toBe(2)
    expect(stderr).toContain('is there already; nothing was written.')
    expect(readFileSync(path.join(content, 'forms', 'contact.yaml'), 'utf8')).toBe(before)
  })

  it('says what was probably meant, and asks nobody where there is no terminal', () => {
    const content = copyContent('tests/sites/harbor')
    expect(create(content, 'servise', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no kind of content "servise". Did you mean service?'),
    })
    expect(create(content, 'blog', 'Prime Day: Réview!')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean prime-day-review?'),
    })
    expect(create(content, 'blog')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A name is missing: site new blog <slug>'),
    })
  })
})
