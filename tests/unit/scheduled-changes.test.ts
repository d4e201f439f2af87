import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { runNextCommand } from '../../cli/commands/next.ts'
import { parseEdition } from '../../cli/commands/options.ts'
import { runHere } from '../run-here.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())
afterEach(() => vi.restoreAllMocks())

/** Returns the output of `site next` for a folder with one entry in each state. */
async function outputOf(options: { now: string; json?: boolean }): Promise<string> {
  await harbor.check((content) => {
    const text = (file: string) => readFileSync(path.join(content, file), 'utf8')
    const [article, job] = [text('blog/ceilings-for-ads.md'), text('jobs/listing-keeper.md')]
    const put = (file: string, from: string, own: string) =>
      writeFileSync(path.join(content, file), from.replace(/^(?:published|posted): .*$/m, own))
    put('blog/later.md', article, 'published: 2027-01-05')
    put('blog/rough.md', article, 'published: 2026-01-05\ndraft: true')
    put('jobs/open.md', job, 'posted: 2026-01-05\ncloses: 2026-12-31')
    put('jobs/over.md', job, 'posted: 2026-01-05\ncloses: 2026-06-30')
  })
  const write = vi.spyOn(process.stdout, 'write').mockClear().mockReturnValue(true)
  await runNextCommand({ content: harbor.content, out: '', json: false, quiet: false, ...options })
  return stripVTControlCharacters(write.mock.calls.map(([text]) => text).join(''))
}

describe('site next', () => {
  it('lists scheduled changes by date, then drafts and expired entries', async () => {
    const lines = (await outputOf({ now: '2026-11-23' })).trim().split('\n')
    expect(lines.map((line) => line.replace(/(\S*\/harbor\/\S+).*/, (_, file) => file.split('/harbor/')[1]))).toEqual([
      'Scheduled changes (the next one requires a build on 2027-01-01)',
      '  2027-01-01  goes     jobs/open.md',
      '  2027-01-05  appears  blog/later.md',
      'Drafts',
      '  blog/rough.md',
      'Expired, no longer on the site',
      '  jobs/over.md',
    ])
    expect(await outputOf({ now: '2027-01-05' })).toMatch(/^No scheduled changes after 2027-01-05\.\n/)
  })

  it('prints scheduled changes as JSON with --json', async () => {
    const { version, today, entries } = JSON.parse(await outputOf({ now: '2026-11-23', json: true }))
    expect([version, today]).toEqual([1, '2026-11-23'])
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ file: 'harbor/blog/later.md', state: 'scheduled' },
        next: { change: 'appears', day: '2027-01-05' },
      }),
    )
  })
})

it('site check --drafts treats drafts as published entries', async () => {
  await harbor.check((content) => {
    const file = (name: string) => path.join(content, 'blog', name)
    const article = readFileSync(file('ceilings-for-ads.md'), 'utf8')
    writeFileSync(file('rough.md'), article.replace(/^title: .*/m, 'title: A rough one\ndraft: true'))
    writeFileSync(file('ceilings-for-ads.md'), `${article}\nSee [more](/blog/rough).\n`)
  })
  const check = (...args: string[]) => runHere(['check', '--content', harbor.content, ...args])
  expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining('is a draft') })
  expect(await check('--drafts')).toMatchObject({ code: 0 })
})

it.each(['2026-02-30', '31.1.2031', 'tomorrow'])('parseEdition rejects the invalid --now date %s', (now) => {
  expect(() => parseEdition({ now })).toThrow(`--now: "${now}"`)
})
