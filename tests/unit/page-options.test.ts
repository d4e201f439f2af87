import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listRoutes } from '@northshelf/site/routes.ts'
import { createPageMeta } from '@northshelf/site/site/meta.ts'
import { createPageView, createSiteView } from '@northshelf/site/site/views.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { writeImages } from '../../cli/build/images.ts'
import { listLanguageVersions, listPlannedPages } from '../../cli/build/pages.ts'
import { renderTextFiles } from '../../cli/build/text-files.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Adds lines to files of the valid folder. @throws if the content has errors */
async function loadWith(lines: Record<string, string>, today = '2026-11-23') {
  await harbor.check((folder) => {
    for (const [file, added] of Object.entries(lines)) {
      const text = readFileSync(path.join(folder, file), 'utf8')
      writeFileSync(
        path.join(folder, file),
        file.endsWith('.md') ? text.replace('---\n', `---\n${added}\n`) : `${text}\n${added}\n`,
      )
    }
  })
  const { content, problems, schedule } = await loadContent(harbor.content, { edition: { today } })
  if (!content) throw new Error(JSON.stringify(problems))
  return { content, problems, schedule }
}

describe('unlisted: true', () => {
  const ARTICLE = 'blog/ceilings-for-ads.md'

  it('keeps a page, and omits it from search engines, lists, feeds, the sitemap and llms.txt', async () => {
    const { content, problems } = await loadWith({
      [ARTICLE]: 'unlisted: true',
      'services/ad-tending.yaml': 'unlisted: true',
      'solutions/stockout-rescue.yaml': 'unlisted: true',
      'jobs/listing-keeper.md': 'unlisted: true',
      'pages/visit.yaml': 'unlisted: true',
    })
    expect(problems).toEqual([])
    const unlisted = ['/blog/ceilings-for-ads', '/services/ad-tending', '/solutions/stockout-rescue', '/visit']
    unlisted.push('/careers/listing-keeper')
    const routes = listRoutes(content)
    for (const address of unlisted) {
      const route = routes.find((candidate) => candidate.path === address)
      expect(route && createPageMeta(route, content).index, address).toBe(false)
    }
    // The feed of the insights links to the solution in the text of an article.
    const published = renderTextFiles(listLanguageVersions(content)).filter(({ file }) => file !== 'insights/feed.xml')
    for (const { file, text } of published) for (const address of unlisted) expect(text, file).not.toContain(address)
    for (const list of ['/blog', '/services', '/careers']) {
      const route = routes.find((candidate) => candidate.path === list)
      const view = route && createPageView(route, content)
      for (const address of unlisted) expect(JSON.stringify(view), list).not.toContain(`"path":"${address}"`)
    }
    expect(JSON.stringify(createSiteView(content).navigation)).not.toContain('stockout-rescue')
  })

  it('allows descriptions of any length', async () => {
    const describePage = async (description: string) => {
      const { problems } = await harbor.edit('pages/visit.yaml', /^description: .*(\n +.*)*/m, description)
      return problems
    }
    expect(await describePage('description: Short.')).toMatchObject([{ rule: 'meta/length' }])
    expect(await describePage('description: Short.\nunlisted: true')).toEqual([])
  })

  it('changes nothing else', async () => {
    const { content } = await loadWith({})
    const index = listRoutes(content).map((route) => createPageMeta(route, content).index)
    expect(new Set(index)).toEqual(new Set([true]))
  })
})

describe('share', () => {
  it('replaces the drawn card with a picture that is cropped to 1200 by 630 pixels', async () => {
    await harbor.check(() => {})
    const left = await sharp({ create: { width: 1300, height: 700, channels: 3, background: '#ff0000' } })
      .extend({ right: 1300, background: '#0000ff' })
      .png()
      .toBuffer()
    const load = async (focus: string) => {
      const page = path.join(harbor.content, 'pages/visit.yaml')
      const text = readFileSync(page, 'utf8').replace(/\nshare:.*\n/, '')
      writeFileSync(page, `${text}\nshare: { image: two.png, alt: Two colors, focus: ${focus} }\n`)
      writeFileSync(path.join(harbor.content, 'images/two.png'), left)
      const { content, problems } = await harbor.load()
      if (!content) throw new Error(JSON.stringify(problems))
      return content
    }
    for (const [focus, color] of [
      ['[0, 50]', [255, 0, 0]],
      ['[100, 50]', [0, 0, 255]],
    ] as const) {
      const content = await load(focus)
      const planned = listPlannedPages(content).get('/visit')?.()
      expect(planned?.card).toBeUndefined()
      expect(planned?.meta.image).toMatchObject({
        url: expect.stringMatching(/^https:\/\/harborandpine\.example\/share\/two-[\w-]+-1200x630\.jpg$/),
        alt: 'Two colors',
      })
      const written = new Map<string, Uint8Array>()
      const put = async (file: string, _key: unknown, data: string | Uint8Array) =>
        void written.set(file, Buffer.from(data))
      const images = content.images.filter(({ url }) => url.startsWith('/share/'))
      await writeImages({ images }, { keep: () => undefined, put: async () => {}, write: put as never })
      const [image = new Uint8Array()] = written.values()
      const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([1200, 630])
      const middle = (315 * 1200 + 600) * 3
      // JPEG changes colors slightly.
      for (const [channel, value] of color.entries())
        expect(Math.abs((data[middle + channel] ?? 0) - value)).toBeLessThan(6)
    }
  })
})

describe('the notice in site.yaml', () => {
  const NOTICE = 'notice: { text: Closed on Friday., from: 2027-01-01, until: 2027-01-08 }'

  it.each([
    ['2026-12-31', undefined],
    ['2027-01-01', 'Closed on Friday.'],
    ['2027-01-08', 'Closed on Friday.'],
    ['2027-01-09', undefined],
  ])('is shown from its first to its last day: on %s %s', async (today, text) => {
    const { content } = await loadWith({ 'site.yaml': NOTICE }, today)
    expect(createSiteView(content).notice?.text).toBe(text)
  })

  it('is shown at all times if it has no days', async () => {
    const { content, problems, schedule } = await loadWith({ 'site.yaml': 'notice: { text: We have moved. }' })
    expect(createSiteView(content).notice).toEqual({ text: 'We have moved.' })
    expect(problems).toEqual([])
    expect(schedule.filter(({ file }) => file.endsWith('site.yaml'))).toEqual([])
  })

  it.each([
    ['2026-12-31', 'scheduled', { change: 'appears', day: '2027-01-01' }],
    ['2027-01-05', 'live', { change: 'goes', day: '2027-01-09' }],
    ['2027-01-09', 'expired', undefined],
  ])('is listed by site next on %s as %s', async (today, state, next) => {
    const { schedule } = await loadWith({ 'site.yaml': NOTICE }, today)
    expect(schedule.find(({ title }) => title === 'Closed on Friday.')).toMatchObject({ state, ...(next && { next }) })
  })

  it('is reported once it is over, and if its last day is before its first', async () => {
    const { problems } = await loadWith({ 'site.yaml': NOTICE }, '2027-01-09')
    expect(problems).toMatchObject([{ rule: 'notice/expired', severity: 'warning', file: 'harbor/site.yaml' }])
    const swapped = await harbor.edit(
      'site.yaml',
      /$/,
      '\nnotice: { text: Closed., from: 2027-01-08, until: 2027-01-01 }\n',
    )
    expect(JSON.stringify(swapped.problems)).toContain('the last day is before the first')
  })
})
