import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listRoutes } from '@northshelf/site/routes.ts'
import { createPageMeta } from '@northshelf/site/site/meta.ts'
import { createPageView } from '@northshelf/site/site/views.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { readContentIndex } from '../../cli/refactor/read-items.ts'
import { planSectionInsertion } from '../../cli/scaffold/new/add-section.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const SERVICE = 'services/ad-tending.yaml'
const JOB = 'jobs/listing-keeper.md'
const SECTIONS = `sections:
  - type: faq
    heading: Asked on the pier
    faq: home
  - type: events
    id: answers
    heading: Open evenings
    items: [{ title: An evening on the pier, day: 2031-05-05 }]
    empty: None.
`

/** Returns the view and metadata of a page. @throws if the content has errors */
function readPage(content: Awaited<ReturnType<typeof harbor.load>>['content'], address: string) {
  const route = content && listRoutes(content).find((candidate) => candidate.path === address)
  if (!route) throw new Error(`There is no page ${address}`)
  return { types: createPageView(route, content).sections.map(({ type }) => type), ...createPageMeta(route, content) }
}

describe('sections in a service', () => {
  it('are between the sections of its layout and its end, and search engines receive their data', async () => {
    const { problems, content } = await harbor.edit(SERVICE, /^closing:/m, `${SECTIONS}closing:`)
    expect(problems).toEqual([])
    const { types, structured } = readPage(content, '/services/ad-tending')
    expect(types.slice(0, 7)).toEqual(['service-hero', 'challenge', 'features', 'quote', 'faq', 'events', 'closing'])
    const described = structured.map((item) => (item as Record<string, unknown>)['@type'])
    expect(described).toEqual(['Service', 'FAQPage', 'Event', 'BreadcrumbList'])
  })

  it('can replace all sections between its top and its end', async () => {
    const { problems, content } = await harbor.check((folder) => {
      const file = path.join(folder, SERVICE)
      const text = readFileSync(file, 'utf8').replace('layout: argument', 'layout: expanding')
      writeFileSync(file, text.replace(/^challenge:[\s\S]*?(?=^closing:)/m, SECTIONS))
    })
    expect(problems).toEqual([])
    const { types } = readPage(content, '/services/ad-tending')
    expect(types.slice(0, 4)).toEqual(['service-hero', 'faq', 'events', 'closing'])
  })

  it('have anchors to which other pages can link, and parts that expire', async () => {
    const { problems, schedule } = await harbor.check((folder) => {
      const service = path.join(folder, SERVICE)
      writeFileSync(service, readFileSync(service, 'utf8') + SECTIONS)
      const visit = path.join(folder, 'pages/visit.yaml')
      const text = readFileSync(visit, 'utf8').replace('to: /contact }', 'to: /services/ad-tending#answers }')
      writeFileSync(visit, text)
    })
    expect(problems).toEqual([])
    expect(schedule).toContainEqual(
      expect.objectContaining({ title: 'An evening on the pier', next: { change: 'goes', day: '2031-05-06' } }),
    )
  })

  it.each(['  - { type: hero, heading: Another }', '  - { type: articles, heading: All, from: blog, look: list }'])(
    'cannot contain %j',
    async (section) => {
      const { problems } = await harbor.edit(SERVICE, /$/, `sections:\n${section}\n`)
      const message = expect.stringContaining('a hero, or a list of a whole folder, can only be in a page')
      expect(problems).toEqual([expect.objectContaining({ rule: 'schema/format', message })])
    },
  )
})

it('shows the sections of a position below it', async () => {
  const { problems, content } = await harbor.edit(JOB, /^people: /m, `${SECTIONS}people: `)
  expect(problems).toEqual([])
  const { types, structured } = readPage(content, '/careers/listing-keeper')
  expect(types.slice(0, 3)).toEqual(['job', 'faq', 'events'])
  expect(JSON.stringify(structured)).toContain('"FAQPage"')
})

it.each([
  [SERVICE, /\nsections:\n {2}- type: faq\n {4}#/],
  [JOB, /\nsections:\n {2}- type: faq\n {4}#[\s\S]*\n---\n\nEight brands/],
])('site new section adds the first section of %s', async (file, expected) => {
  await harbor.check(() => {})
  const index = await readContentIndex(harbor.content, { edition: { today: '2026-11-23' } })
  const { change, line, number } = await planSectionInsertion(index, 'faq', { page: file.replace(/\.\w+$/, '') })
  expect(change.after).toMatch(expected)
  expect(change.after.split('\n')[line - 1]).toBe('  - type: faq')
  expect(number).toBe(1)
  writeFileSync(path.join(harbor.content, file), change.after)
  const again = await readContentIndex(harbor.content, { edition: { today: '2026-11-23' } })
  const second = await planSectionInsertion(again, 'video', { page: file.replace(/\.\w+$/, '') }).catch(String)
  expect(JSON.stringify(second)).toContain('video')
})
