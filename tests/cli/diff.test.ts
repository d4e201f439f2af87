import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Difference } from '../../cli/diff/difference.ts'
import { runSite } from '../run-site.ts'
import { copyHarbor } from './break-content.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'diff-'))
const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')] as const

beforeAll(() => {
  const content = copyHarbor(folder)
  runSite(['build', '--draft', '--content', content, '--out', before])
  const edit = (file: string, old: string, text: string) => {
    const source = readFileSync(path.join(content, file), 'utf8')
    if (!source.includes(old)) throw new Error(`${file} has no ${old}`)
    writeFileSync(path.join(content, file), source.replace(old, text))
  }
  edit('pages/careers.yaml', 'Crew: open berths', 'Crew: all berths')
  edit('pages/privacy.md', 'Your data, in short', 'Your data, in a few words')
  edit('forms/contact.yaml', 'What should we call you?', 'What do we call you?')
  renameSync(path.join(content, 'jobs/listing-keeper.md'), path.join(content, 'jobs/keeper-of-lists.md'))
  runSite(['build', '--draft', '--content', content, '--out', after])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const diff = (...args: string[]) => runSite(['diff', before, '--out', after, ...args]).stdout

it('tells which pages publishing would add, remove and change, what of them, and that the relay is concerned', () => {
  const told = JSON.parse(diff('--format', 'json')) as Difference & { version: number }
  const of = (page: string) => told.changedPages.find((one) => one.page === page)
  expect(told.version).toBe(1)
  expect(told.pages.after).toBe(told.pages.before)
  expect(of('/careers/keeper-of-lists')).toMatchObject({ change: 'added', firstLoad: { before: 0 } })
  expect(of('/careers/listing-keeper')).toMatchObject({ change: 'removed', firstLoad: { after: 0 } })
  expect(of('/careers')).toMatchObject({ change: 'changed', parts: ['title', 'markup'] })
  expect(of('/privacy')).toMatchObject({ change: 'changed', parts: ['text', 'metadata'] })
  expect(of('/blog')).toBeUndefined()
  const fields = { added: [], removed: [], changed: ['name'] }
  expect(told.changedForms).toEqual([{ form: 'contact', change: 'changed', fields }])
  expect(told.changedFiles).toMatchObject({ relay: ['forms.json'], hosting: [] })
  expect(told.changedFiles.site).toContain('sitemap.xml')
})

it('tells it to people and as a comment', () => {
  const pretty = diff()
  expect(pretty).toMatch(/^~ \/privacy +text, metadata +[\d.]+(?: → [\d.]+)? kB$/m)
  expect(pretty).toMatch(/^\d+ pages changed, 1 page added, 1 page removed · \d+ pages$/m)
  expect(pretty).toContain('The relay is not the same (forms.json)')
  expect(diff('--format', 'markdown')).toMatch(/^\| `\/privacy` \| text, metadata \| [\d.]+(?: → [\d.]+)? kB \|$/m)
})

it('says that builds of different effort cannot be weighed against each other', () => {
  const best = path.join(folder, 'best')
  runSite(['build', '--content', path.join(folder, 'harbor'), '--out', best])
  expect(runSite(['diff', best, '--out', after]).stdout).toMatch(
    /^Every page is the same .*\n {2}Weights cannot be comp/,
  )
})

it('refuses a folder without a site, and knows the one that was meant', () => {
  const other = path.join(before, 'site')
  const { code, stderr } = runSite(['diff', other, '--out', after], { expectFailure: true })
  expect([code, stderr]).toEqual([2, `There is no site in ${other}/site. Name the folder above it: ${before}\n`])
})
