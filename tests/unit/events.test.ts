import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { listRoutes } from '../../src/routes.ts'
import { createPeriodFormatter } from '../../src/sections/format-day.ts'
import { createStructuredData } from '../../src/site/meta.ts'
import { createPageView } from '../../src/site/views.ts'
import { writeVideoPage } from '../video-page.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())
const cache = createParseCache()

/** Returns the titles and dates of the events on the page, and its structured data, on a day. */
async function loadOn(today: string) {
  await writeVideoPage(harbor.content)
  const { content, schedule } = await loadContent(harbor.content, { cache, edition: { today } })
  const route = content && listRoutes(content).find((route) => route.path === '/tour')
  if (!route) throw new Error('the content has errors')
  const sections = createPageView(route, content).sections as { type: string; items?: object[] }[]
  return {
    schedule,
    items: sections.find(({ type }) => type === 'events')?.items as { title: string; words: string }[],
    data: createStructuredData(route, content).filter((item) => JSON.stringify(item).includes('"Event"')),
  }
}

describe('events', () => {
  it('are sorted by date and shown until the end of their last day', async () => {
    expect((await loadOn('2027-05-09')).items.map(({ title }) => title)).toEqual([
      'Knots for beginners',
      'Winter market',
    ])
    expect((await loadOn('2027-12-05')).items.map(({ title }) => title)).toEqual(['Winter market'])
    expect((await loadOn('2027-12-06')).items).toEqual([])
  })

  it('are described to search engines with the values that are known', async () => {
    const { data } = await loadOn('2027-05-09')
    const common = { '@context': 'https://schema.org', '@type': 'Event' }
    expect(data).toEqual([
      {
        ...common,
        name: 'Knots for beginners',
        startDate: '2027-05-09',
        url: 'https://harborandpine.example/contact',
      },
      {
        ...common,
        ...{ name: 'Winter market', startDate: '2027-12-03', endDate: '2027-12-05' },
        location: { '@type': 'Place', name: 'Harbor hall, Quay 4', address: 'Harbor hall, Quay 4' },
        description: 'Rope and tar at our stand.',
      },
    ])
    expect((await loadOn('2027-12-06')).data).toEqual([])
  })

  it('are listed among the scheduled changes until they are over', async () => {
    const { schedule } = await loadOn('2027-05-10')
    expect(schedule).toMatchObject([
      { title: 'Winter market', state: 'live', next: { change: 'goes', day: '2027-12-06' } },
    ])
    expect((await loadOn('2027-12-06')).schedule).toEqual([])
  })

  it('are rejected if the last day is before the first', async () => {
    await harbor.check(() => {})
    await writeVideoPage(harbor.content)
    const before = await harbor.load()
    expect(before.problems).toEqual([])
    const file = `${harbor.content}/pages/tour.yaml`
    writeFileSync(file, readFileSync(file, 'utf8').replace('lastDay: 2027-12-05', 'lastDay: 2027-12-01'))
    expect((await harbor.load()).problems).toMatchObject([
      { message: expect.stringContaining('the last day is before the first') },
    ])
  })
})

it.each([
  ['en-US', 'Sun, May 9, 2027', 'Fri, December 3 – Sun, December 5, 2027'],
  ['de', 'So., 9. Mai 2027', 'Fr., 3. – So., 5. Dezember 2027'],
])('dates are formatted in the language of the site: %s', (language, day, period) => {
  const format = createPeriodFormatter(language)
  expect([format('2027-05-09'), format('2027-12-03', '2027-12-05')].map((text) => text.replace(/\s/g, ' '))).toEqual([
    day,
    period,
  ])
})
