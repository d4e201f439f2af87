import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { agency } from '../agency.ts'
import { runSite } from '../run-site.ts'

const home = mkdtempSync(path.join(tmpdir(), 'names-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const content = path.join(home, 'content')
cpSync(agency, content, { recursive: true })
const run = (...args: string[]) => runSite([...args, '--content', content])

describe('commands that find or rename entries', () => {
  it('site list prints entries and site where prints their uses, as text or as JSON', () => {
    const { today, items } = JSON.parse(run('list', 'testimonials', '--json', '--now', '2026-11-23').stdout)
    expect(today).toBe('2026-11-23')
    expect(items[0]).toEqual({
      ...{ kind: 'entry', name: 'testimonials/amira-baby', group: 'testimonials' },
      ...{ file: 'content/testimonials/amira-baby.yaml', title: expect.stringContaining('ourselves') },
      ...{ state: 'live', words: expect.any(Number), uses: 1 },
    })
    const where = JSON.parse(run('where', 'dana-coffee', '--json').stdout)
    expect(where).toEqual({
      ...{ version: 1, name: 'testimonials/dana-coffee', kind: 'entry' },
      file: 'content/testimonials/dana-coffee.yaml',
      uses: [
        {
          ...{ kind: 'reference', file: 'content/pages/create-brand-plan.yaml' },
          ...{ line: 64, column: 9, length: 11, text: '- dana-coffee' },
        },
      ],
      ...{ pages: ['/create-brand-plan'], everyPage: false },
    })
    expect(run('where', 'dana-coffee').stdout).toContain('create-brand-plan.yaml:64:9  - dana-coffee\n')
  })

  it('site rename previews the changes with --dry-run, and writes them without it', () => {
    const page = path.join(content, 'blog', 'seo-on-a-budget.md')
    const dry = run('rename', 'seo-on-a-budget', 'cheap-seo', '--dry-run')
    expect(dry.stderr).toMatch(
      /- 108 │ field\]\(\/blog\/seo-on-a-budget\)\.\n\s+\+ 108 │ field\]\(\/blog\/cheap-seo\)\./,
    )
    expect(existsSync(page)).toBe(true)
    const unpublished = JSON.parse(
      run('rename', 'seo-on-a-budget', 'cheap-seo', '--json', '--dry-run', '--no-redirect').stdout,
    )
    expect(unpublished.redirected).toBe(false)
    expect(unpublished.files.map(({ file }: { file: string }) => file)).not.toContain('content/redirects.yaml')
    const result = JSON.parse(run('rename', 'seo-on-a-budget', 'cheap-seo', '--json').stdout)
    expect(result).toMatchObject({ version: 1, written: true, from: 'blog/seo-on-a-budget', to: 'blog/cheap-seo' })
    expect(result.moved).toEqual({ from: '/blog/seo-on-a-budget', to: '/blog/cheap-seo' })
    expect(existsSync(page)).toBe(false)
    expect(result.redirected).toBe(true)
    expect(readFileSync(path.join(content, 'pages', 'home.yaml'), 'utf8')).toContain('- blog/cheap-seo\n')
  })

  it('site rename says that the pages below a renamed page keep their addresses', () => {
    const { stderr } = run('rename', '/services', '/practice', '--dry-run')
    expect(stderr).toMatch(/\d+ pages below \/services will stay there: `addresses` in site\.yaml moves all pages/)
  })
})
