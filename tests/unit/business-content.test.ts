import { listRoutes } from '@northshelf/site/routes.ts'
import { formatHours } from '@northshelf/site/sections/hours/format-hours.ts'
import { createPageMeta } from '@northshelf/site/site/meta.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Returns the schema.org objects of a page of the valid folder. */
async function listStructuredData(page: string): Promise<Record<string, unknown>[]> {
  const { content } = await harbor.check(() => {})
  if (!content) throw new Error('The content has errors')
  const route = listRoutes(content).find(({ path }) => path === page)
  if (!route) throw new Error(`There is no page ${page}`)
  const data = JSON.parse(JSON.stringify(createPageMeta(route, content).structured))
  return data['@graph'] ?? [data].flat()
}

describe('opening hours', () => {
  const weekdays = { from: 'monday', to: 'friday', opens: '07:30', closes: '18:00' } as const
  const format = (hours: Parameters<typeof formatHours>[0], language = 'en-US') =>
    formatHours(hours, { language, closed: 'Closed' }).map(({ days, open }) =>
      `${days}: ${open}`.replace(/[^\S ]/g, ' '),
    )

  it('are grouped by adjacent days with equal hours, and days without hours are closed', () => {
    const hours = [weekdays, { from: 'saturday', opens: '08:00', closes: '14:00' } as const]
    expect(format(hours)).toEqual([
      'Monday – Friday: 7:30 AM – 6:00 PM',
      'Saturday: 8:00 AM – 2:00 PM',
      'Sunday: Closed',
    ])
  })

  it('follow the language of the site', () => {
    expect(format([weekdays], 'de')).toEqual(['Montag – Freitag: 7:30 – 18:00', 'Samstag – Sonntag: Closed'])
  })

  it('show a break in the middle of the day on one line', () => {
    const hours = [
      { from: 'tuesday', opens: '09:00', closes: '12:00' },
      { from: 'tuesday', opens: '13:00', closes: '17:00' },
    ] as const
    expect(format([...hours])).toEqual([
      'Monday: Closed',
      'Tuesday: 9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM',
      'Wednesday – Sunday: Closed',
    ])
  })

  it('are omitted if a place has none', () => {
    expect(format([])).toEqual([])
  })
})

describe('a place', () => {
  it('is described for search engines where a page shows it', async () => {
    const found = (await listStructuredData('/visit')).find((item) => item['@type'] === 'ProfessionalService')
    expect(found).toMatchObject({
      name: 'The sail loft',
      telephone: '+1 207 555 0100',
      email: 'loft@harborandpine.example',
      hasMap: 'https://maps.harborandpine.example/loft',
      address: { streetAddress: '4 Pier Road', postalCode: '04101', addressLocality: 'Portland' },
      openingHoursSpecification: [
        { opens: '07:30', closes: '12:00', dayOfWeek: expect.arrayContaining(['https://schema.org/Friday']) },
        { opens: '13:00', closes: '17:00', dayOfWeek: expect.not.arrayContaining(['https://schema.org/Friday']) },
      ],
    })
  })

  it.each([
    ['to: friday', 'to: sunday', undefined],
    ['from: monday, to: friday', 'from: friday, to: monday', 'the last day is before the first'],
    ['"07:30"', '"7:30"', 'a time from 00:00 to 23:59'],
    ['"12:00"', '"24:00"', 'a time from 00:00 to 23:59'],
    ['to: friday', 'to: fryday', 'Did you mean \\"friday\\"?'],
  ])('with "%s" changed to "%s" is reported at its line, or accepted', async (old, text, expected) => {
    const { problems } = await harbor.edit('places/loft.yaml', old, text)
    if (!expected) return expect(problems).toEqual([])
    expect(problems).toEqual([expect.objectContaining({ file: 'harbor/places/loft.yaml', line: 8 })])
    expect(JSON.stringify(problems)).toContain(expected)
  })
})

describe('a person', () => {
  it('is the author of an article for search engines', async () => {
    const found = (await listStructuredData('/blog/photograph-with-a-hand')).find(
      (item) => item['@type'] === 'BlogPosting',
    )
    const profile = 'https://social.harborandpine.example/astrid'
    expect(found?.author).toEqual({
      '@type': 'Person',
      name: 'Astrid Lund',
      jobTitle: 'Keeper of listings',
      url: profile,
      sameAs: [profile],
    })
  })

  it('must exist to be an author, and an article cannot have an author besides', async () => {
    const article = 'blog/photograph-with-a-hand.md'
    const missing = await harbor.edit(article, 'person: astrid-lund', 'person: astrid-lunt')
    expect(missing.problems).toEqual([
      expect.objectContaining({ rule: 'ref/unknown-slug', help: expect.stringContaining('astrid-lund') }),
    ])
    const both = await harbor.edit(article, 'person: astrid-lund', 'person: astrid-lund\nauthor: The crew')
    expect(JSON.stringify(both.problems)).toContain('either an author or a person, not both')
  })

  it('is shown with the photo if there are a photo and a drawn portrait', async () => {
    const { content } = await harbor.edit('people/silas-pine.yaml', /$/, '\nportrait: { hair: crop }\n')
    const person = content?.people.find(({ slug }) => slug === 'silas-pine')
    expect(person?.image).toMatch(/^\/assets\/pier-\w+-48x48\.webp 48w, .* 224w$/)
  })
})

describe('a price list', () => {
  it('requires a currency or a word in each price', async () => {
    const { problems } = await harbor.edit('pages/visit.yaml', 'price: $640', 'price: "640,50"')
    expect(problems).toEqual([
      expect.objectContaining({ file: 'harbor/pages/visit.yaml', expected: 'a price with its currency, such as €39' }),
    ])
    expect((await harbor.edit('pages/visit.yaml', 'price: $640', 'price: free')).problems).toEqual([])
  })
})
