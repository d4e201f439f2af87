import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { getPublicationStatus } from '../../cli/content/publication.ts'
import { checkSaved, loadContent } from '../../cli/engine/load.ts'
import { explanations } from '../../cli/rules/list.ts'
import { runHere } from '../run-here.ts'
import { writeVideoPage } from '../video-page.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())
const cache = createParseCache()

const edit = (file: string, change: (text: string) => string, to = file) =>
  writeFileSync(path.join(harbor.content, to), change(readFileSync(path.join(harbor.content, file), 'utf8')))
/** Copies an entry, with a day and texts of its own. */
const copy = (file: string, to: string, day: string) =>
  edit(
    file,
    (text) =>
      text
        .replace(/^(?:posted|published): .*$/m, day)
        .replace(/^title: .*$/m, `title: A copy named ${path.parse(to).name}`)
        .replace(/^metaDescription: >-\n {2}/m, `$&The copy ${path.parse(to).name}. `),
    to,
  )
const JOB = 'jobs/listing-keeper.md'
const ARTICLE = 'blog/ceilings-for-ads.md'

/** Adds a job that closes in 2027, a link to it, articles that are old or scheduled, events, and a date field. */
async function writeDatedContent() {
  copy(JOB, 'jobs/spring.md', 'posted: 2026-12-01\ncloses: 2027-03-31')
  copy(ARTICLE, 'blog/oldest.md', 'published: 1977-05-05')
  copy(ARTICLE, 'blog/scheduled.md', 'published: 2028-05-05')
  edit(ARTICLE, (text) => `${text}\nSee [the berth](/careers/spring).\n`)
  const field = '- { kind: date, name: start, label: Start, min: 2026-12-01, max: 2027-05-04 }'
  edit('forms/contact.yaml', (text) => text.replace('- kind: textarea', `${field}\n      $&`))
  await writeVideoPage(harbor.content)
}

describe('site check --strict on content with dates', () => {
  beforeAll(writeDatedContent)
  const days = ['2026-12-31', '2027-04-01', '2027-05-04', '2027-05-06', '2027-12-06', '2029-01-01']

  it.each(days)('passes on %s', async (now) => {
    const { code, stdout } = await runHere(['check', '--strict', '--content', harbor.content, '--now', now])
    expect({ code, stdout }).toMatchObject({ code: 0 })
  })

  it('shows warnings that depend on the date', async () => {
    const { stdout } = await runHere(['check', '--strict', '--content', harbor.content, '--now', '2027-06-01'])
    for (const rule of ['job/expired', 'link/expired', 'date/year']) expect(stdout).toContain(rule)
  })

  it('differs between two days only in rules with dependsOnToday', async () => {
    const on = async (today: string) => {
      const { problems } = await loadContent(harbor.content, { cache, edition: { today } })
      return problems.map(({ file, rule, message }) => ({ rule, text: `${file} ${rule} ${message}` }))
    }
    const all = await Promise.all(days.map(on))
    const isEveryDay = (text: string) => all.every((found) => found.some((other) => other.text === text))
    const changing = new Set(all.flat().flatMap(({ rule, text }) => (isEveryDay(text) ? [] : [rule])))
    expect([...changing].sort()).toEqual(['date/upcoming', 'date/year', 'form/expired', 'job/expired', 'link/expired'])
    for (const rule of changing) expect(explanations[rule]?.dependsOnToday, rule).toBe(true)
  })
})

describe('the time zone in site.yaml', () => {
  beforeAll(async () => {
    await harbor.check(() => {
      edit(JOB, (text) => text.replace(/^posted: .*$/m, '$&\ncloses: 2026-12-31'))
      edit('site.yaml', (text) => text.replace(/^language: /m, 'timeZone: America/Los_Angeles\n$&'))
    })
  })
  const stateAt = async (moment: string) => {
    const { parsed } = await checkSaved(harbor.content, {
      cache,
      edition: { today: new Date(moment) },
    })
    const job = parsed.files.find(({ file }) => file.endsWith(JOB))
    return job && getPublicationStatus(job, parsed.edition.today).state
  }

  it('decides when the last day of a job ends', async () => {
    expect(await stateAt('2027-01-01T00:17:00Z')).toBe('live')
    expect(await stateAt('2027-01-01T07:59:59Z')).toBe('live')
    expect(await stateAt('2027-01-01T08:00:00Z')).toBe('expired')
  })

  it('applies to a moment given with --now, but not to a day', async () => {
    const next = async (now: string) =>
      JSON.parse((await runHere(['next', '--json', '--content', harbor.content, '--now', now])).stdout).today
    expect(await next('2027-01-01T00:17:00Z')).toBe('2026-12-31')
    expect(await next('2027-01-01T09:00:00+01:00')).toBe('2027-01-01')
    expect(await next('2027-01-01')).toBe('2027-01-01')
  })
})
