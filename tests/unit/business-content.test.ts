import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describePerson } from '@northshelf/site/collections/person.ts'
import { findField } from '@northshelf/site/forms/fields.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import Article from '@northshelf/site/sections/article/article.tsx'
import Articles from '@northshelf/site/sections/articles/articles.tsx'
import { resolveSection } from '@northshelf/site/sections/definition.ts'
import { resolveFormContract, resolvePerson } from '@northshelf/site/sections/entry-views.ts'
import { createOpeningTimes, formatHours } from '@northshelf/site/sections/hours/format-hours.ts'
import { findOpening } from '@northshelf/site/sections/open-now/find-opening.ts'
import People from '@northshelf/site/sections/people/people.tsx'
import Services from '@northshelf/site/sections/services/services.tsx'
import Testimonials from '@northshelf/site/sections/testimonials/testimonials.tsx'
import Text from '@northshelf/site/sections/text/text.tsx'
import { Footer } from '@northshelf/site/site/footer.tsx'
import { createPageMeta, createStructuredData } from '@northshelf/site/site/meta.ts'
import { createPageView, createSiteView } from '@northshelf/site/site/views.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, describe, expect, it } from 'vitest'
import { formatFormsFile, indexContractsByType } from '../../cli/build/relay.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Returns the schema.org objects of a page of the valid folder, with its files changed. */
async function listStructuredData(page: string, edit = (_folder: string) => {}): Promise<Record<string, unknown>[]> {
  const { content } = await harbor.check(edit)
  if (!content) throw new Error('The content has errors')
  const route = listRoutes(content).find(({ path }) => path === page)
  if (!route) throw new Error(`There is no page ${page}`)
  const data = JSON.parse(JSON.stringify(createPageMeta(route, content).structured))
  return data['@graph'] ?? [data].flat()
}

/** Returns the HTML of a section of the valid folder, with its files changed. */
async function renderSection(page: string, type: string, edit: (folder: string) => void) {
  const { content, problems } = await harbor.check(edit)
  const route = content && listRoutes(content).find(({ path }) => path === page)
  if (!route) throw new Error(JSON.stringify(problems))
  const view = createPageView(route, content).sections.find((section) => section.type === type)
  const Component = {
    services: Services,
    text: Text,
    article: Article,
    articles: Articles,
    people: People,
    testimonials: Testimonials,
  }[type]
  return renderToStaticMarkup(createElement(Component as never, { view, site: createSiteView(content) }))
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

describe('whether a place is open now', () => {
  const times = createOpeningTimes(
    [
      { from: 'monday', to: 'friday', opens: '07:30', closes: '12:00' },
      { from: 'monday', opens: '13:00', closes: '18:00' },
      { from: 'saturday', opens: '20:00', closes: '02:00' },
    ],
    [
      { from: '2026-12-24', opens: '08:00', closes: '11:00' },
      { from: '2026-12-25', to: '2026-12-27' },
    ],
    { language: 'en-US', timeZone: 'America/New_York' },
  )

  // 2026-11-30 is a Monday; New York is five hours behind UTC.
  it.each([
    ['before the first opening', '2026-11-30T12:29:59Z', false, '7:30 AM'],
    ['at the minute of opening', '2026-11-30T12:30:00Z', true, '12:00 PM'],
    ['at the minute of closing', '2026-11-30T17:00:00Z', false, '1:00 PM'],
    ['before the last closing', '2026-11-30T22:59:59Z', true, '6:00 PM'],
    ['after the last closing', '2026-11-30T23:00:00Z', false, undefined],
    ['on the next day in UTC, but the same in its zone', '2026-12-01T02:00:00Z', false, undefined],
    ['on a day without hours', '2026-12-06T15:00:00Z', false, undefined],
    ['before midnight', '2026-12-06T04:59:59Z', true, '2:00 AM'],
    ['after midnight', '2026-12-06T06:59:59Z', true, '2:00 AM'],
    ['after a night', '2026-12-06T07:00:00Z', false, undefined],
    ['on a day with other hours', '2026-12-24T15:59:59Z', true, '11:00 AM'],
    ['after these hours', '2026-12-24T16:00:00Z', false, undefined],
    ['on a holiday', '2026-12-25T15:00:00Z', false, undefined],
    ['on the last day of a holiday, in the evening', '2026-12-27T02:00:00Z', false, undefined],
  ])('is known %s', (_case, moment, isOpen, time) => {
    const found = findOpening(times, new Date(moment))
    expect([found.isOpen, found.time?.replace(/[^\S ]/g, ' ')]).toEqual([isOpen, time])
  })
})

interface PlaceView {
  photo?: object
  days: { days: string; label?: string; open: string }[]
  zone?: string
}

/** Returns the place on a page of the valid folder on a day, with these lines added to its file. */
async function loadPlace(today: string, ...lines: string[]) {
  await harbor.edit('places/loft.yaml', /$/, lines.join('\n'))
  const { content, schedule } = await loadContent(harbor.content, { edition: { today } })
  const route = content && listRoutes(content).find(({ path }) => path === '/visit')
  if (!route) throw new Error('the content has errors')
  const sections = createPageView(route, content).sections as { type: string; places?: PlaceView[] }[]
  const data = createStructuredData(route, content) as Record<string, unknown>[]
  return {
    place: sections.find(({ type }) => type === 'hours')?.places?.[0],
    schedule,
    data: data.find((item) => item['@type'] === 'ProfessionalService'),
  }
}

describe('exceptions to opening hours', () => {
  const EXCEPTIONS = [
    'exceptions:',
    '  - { from: 2030-12-31, opens: "09:00", closes: "12:30" }',
    '  - { from: 2030-12-24, to: 2030-12-26, label: Christmas }',
  ]
  const load = async (today: string) => {
    const { place, ...rest } = await loadPlace(today, ...EXCEPTIONS)
    const lines =
      place?.days.map((line) =>
        Object.values(line)
          .join(' | ')
          .replace(/[^\S ]/g, ' '),
      ) ?? []
    return { ...rest, exceptions: lines.slice(3) }
  }
  const christmas = 'Tue, December 24 – Thu, December 26, 2030 | Christmas | Closed'
  const eve = 'Tue, December 31, 2030 |  | 9:00 AM – 12:30 PM'

  it('follow the weekly hours, by date, until they are over', async () => {
    expect((await load('2030-12-01')).exceptions).toEqual([christmas, eve])
    expect((await load('2030-12-26')).exceptions).toEqual([christmas, eve])
    expect((await load('2030-12-27')).exceptions).toEqual([eve])
    expect((await load('2031-01-01')).exceptions).toEqual([])
  })

  it('are described to search engines until they are over; a closed place opens and closes at midnight', async () => {
    const common = { '@type': 'OpeningHoursSpecification' }
    const midnight = { opens: '00:00', closes: '00:00' }
    expect((await load('2030-12-01')).data?.specialOpeningHoursSpecification).toEqual([
      { ...common, validFrom: '2030-12-24', validThrough: '2030-12-26', ...midnight },
      { ...common, validFrom: '2030-12-31', validThrough: '2030-12-31', opens: '09:00', closes: '12:30' },
    ])
    expect((await load('2031-01-01')).data).not.toHaveProperty('specialOpeningHoursSpecification')
  })

  it('are listed among the scheduled changes until they are over', async () => {
    expect((await load('2030-12-25')).schedule).toMatchObject([
      {
        file: 'harbor/places/loft.yaml',
        title: 'The sail loft: Christmas',
        next: { change: 'goes', day: '2030-12-27' },
      },
      { title: 'The sail loft', next: { change: 'goes', day: '2031-01-01' } },
    ])
    expect((await load('2031-01-01')).schedule).toEqual([])
  })

  it.each([
    ['{ from: 2030-12-24, to: 2030-12-20 }', 11, 'schema/format', 'the last day is before the first'],
    [
      '{ from: 2030-12-24, opens: "09:00" }',
      11,
      'schema/format',
      'write both an opening and a closing time, or neither',
    ],
    [
      '{ from: 2030-12-24, to: 2030-12-26 }\n  - { from: 2030-12-26 }',
      12,
      'schema/format',
      'an earlier exception has the same day',
    ],
    ['{ from: 2024-12-25 }', 11, 'hours/expired', 'this exception expired on 2024-12-25; today is '],
  ])('are reported at their line: %s', async (text, line, rule, message) => {
    const { problems } = await harbor.edit('places/loft.yaml', /^note:/m, `exceptions:\n  - ${text}\nnote:`)
    expect(problems).toMatchObject([{ rule, line, message: expect.stringContaining(message) }])
  })

  it('do not overlap the weekly hours, which must not overlap each other', async () => {
    const { problems } = await harbor.edit('places/loft.yaml', '"12:00"', '"13:30"')
    expect(problems).toMatchObject([
      { line: 9, message: expect.stringContaining('these opening times overlap earlier ones') },
    ])
    const night = await harbor.edit(
      'places/loft.yaml',
      /"12:00"([\s\S]*)"13:00"/,
      '"12:00" }\n  - { from: monday, opens: "22:00", closes: "02:00" }\n  - { from: tuesday, opens: "13:00"',
    )
    expect(night.problems).toEqual([])
  })

  it('may follow each other', async () => {
    const text = 'exceptions: [{ from: 2999-12-24 }, { from: 2999-12-25, to: 2999-12-26 }]\nnote:'
    expect((await harbor.edit('places/loft.yaml', /^note:/m, text)).problems).toEqual([])
  })
})

describe('the time zone of a place', () => {
  it('is shown in the language of the site if it differs from that of the site', async () => {
    const zoneOf = async () => (await loadPlace('2030-12-01', 'timeZone: America/Los_Angeles')).place?.zone
    expect(await zoneOf()).toBe('Pacific Time')
    const { content } = await harbor.check((folder) => {
      for (const file of ['site.yaml', 'places/loft.yaml'])
        appendFileSync(path.join(folder, file), 'timeZone: America/Los_Angeles\n')
    })
    const [section] = content?.pages.find(({ path }) => path === '/visit')?.sections.slice(1) ?? []
    expect(section && content && resolveSection(section, content)).toMatchObject({ places: [{ zone: undefined }] })
  })

  it('must exist', async () => {
    expect((await harbor.edit('places/loft.yaml', /$/, 'timeZone: Mars/Base\n')).problems).toMatchObject([
      { line: 11, message: expect.stringContaining('a time zone such as America/New_York') },
    ])
  })
})

describe('a place', () => {
  it('is described for search engines where a page shows it', async () => {
    const found = (await listStructuredData('/visit')).find((item) => item['@type'] === 'ProfessionalService')
    expect(found).toMatchObject({
      name: 'Harbor & Pine, The sail loft',
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

  it('keeps its name for search engines if it contains the name of the company', async () => {
    const data = await listStructuredData('/visit', (folder) => {
      const file = path.join(folder, 'places', 'loft.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^name:.*/m, 'name: Harbor & Pine Portland'))
    })
    expect(data.find((item) => item['@type'] === 'ProfessionalService')?.name).toBe('Harbor & Pine Portland')
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

  it('has contacts and languages, on pages and for search engines', async () => {
    const html = await renderSection('/visit', 'people', (folder) =>
      appendFileSync(
        path.join(folder, 'people', 'astrid-lund.yaml'),
        '\nphone: +1 (207) 555-0142\nemail: astrid@harborandpine.example\nlanguages: [English, Norwegian, Polish]\n',
      ),
    )
    expect(html).toContain('<p class="meta">Speaks English, Norwegian, and Polish</p>')
    expect(html).toContain(
      '<li><a href="tel:+12075550142">+1 (207) 555-0142</a></li><li><a href="mailto:astrid@harborandpine.example">astrid@harborandpine.example</a></li><li><a href="https:',
    )
    expect(html.match(/Speaks|tel:|mailto:/g)).toHaveLength(3)
    const { content } = await harbor.load()
    if (!content) throw new Error('The content has errors')
    expect(describePerson(resolvePerson(content, 'astrid-lund'), content.site)).toMatchObject({
      telephone: '+1 (207) 555-0142',
      email: 'astrid@harborandpine.example',
      knowsLanguage: ['English', 'Norwegian', 'Polish'],
      sameAs: ['https://social.harborandpine.example/astrid'],
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
    expect(person?.image).toMatch(/^\/assets\/pier-\w+-48x48\.webp 48w, .* 224w, \S+-448x448\.webp 448w$/)
  })

  it('is shown with the part of the photo around its focus', async () => {
    const cropOf = async (focus: string) => {
      const { content } = await harbor.edit('people/silas-pine.yaml', /$/, `\nfocus: ${focus}\n`)
      return content?.images.find(({ width, height }) => width === 48 && height === 48)?.crop
    }
    const [left, center, right] = [await cropOf('[0, 0]'), await cropOf('[50, 50]'), await cropOf('[100, 0]')]
    expect([left?.left, center?.left]).toEqual([0, Math.round((right?.left ?? 0) / 2)])
    expect(right?.left).toBeGreaterThan(0)
  })

  it('is rejected with a suggestion if its focus is written as shares instead of percentages', async () => {
    const rulesFor = async (focus: string) =>
      (await harbor.edit('people/silas-pine.yaml', /$/, `\nfocus: ${focus}\n`)).problems.map(({ message }) => message)
    expect(await rulesFor('[0.7, 0.2]')).toEqual([expect.stringContaining('percentages, so write [70, 20]')])
    for (const focus of ['[0, 0.5]', '[1, 0.5]', '[0.5, 30]']) expect(await rulesFor(focus)).toEqual([])
  })
})

describe('a place with a photo', () => {
  it('shows it, and describes it to search engines', async () => {
    const { place, data } = await loadPlace('2030-12-01', 'photo: { image: pier.jpg, alt: The green door }')
    expect(place?.photo).toEqual({
      image: expect.stringMatching(/^\/assets\/pier-\S+\.webp \d+w/),
      alt: 'The green door',
    })
    expect(data?.image).toMatch(/^https:\/\/harborandpine\.example\/assets\/pier-\S+\.webp$/)
  })
})

describe('a group of services without a title', () => {
  it.each(['ledger', 'cards'] as const)('is a list as wide as the page, without an empty heading, as %s', (look) => {
    const service = { path: '/services/a', title: 'A', description: 'B', icon: 'cart' }
    const site = { labels: {} }
    const render = (group: object) => {
      const view = { type: 'services', look, heading: 'All', groups: [{ id: 'all', services: [service], ...group }] }
      return renderToStaticMarkup(createElement(Services as never, { view, site }))
    }
    expect(render({ title: 'One', text: 'Two' })).toContain('<h3 class="h-s">One</h3><p class="label">Two</p>')
    expect(render({})).not.toMatch(/<h3|c3|c9/)
    expect(render({})).toContain('c12')
  })
})

describe('an apprenticeship', () => {
  it('can be paid by the hour, also for search engines', async () => {
    const data = await listStructuredData('/careers/listing-keeper', (folder) => {
      const file = path.join(folder, 'jobs', 'listing-keeper.md')
      const text = readFileSync(file, 'utf8').replace('type: Full-time', 'type: Apprenticeship')
      writeFileSync(file, text.replace(/min: 52000\n {2}max: 64000/, 'min: 17.5\n  max: 21\n  per: hour'))
    })
    expect(data.find((item) => item['@type'] === 'JobPosting')).toMatchObject({
      employmentType: 'OTHER',
      baseSalary: { value: { minValue: 17.5, maxValue: 21, unitText: 'HOUR' } },
    })
  })
})

describe('photos', () => {
  const photo = 'photo: { image: pier.jpg, alt: The green door }'
  /** Adds the photo below the first occurrence of a line. */
  const addBelow = (folder: string, name: string, line: string, indent = '') => {
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(line)
    writeFileSync(
      file,
      text.replace(line, (found) => `${found}${indent}${photo}\n`),
    )
  }

  it('of services are on their cards if all services of the section have one', async () => {
    const render = (count: number) =>
      renderSection('/services', 'services', (folder) => {
        const files = readdirSync(path.join(folder, 'services'))
        for (const name of files.slice(0, count || files.length))
          addBelow(folder, `services/${name}`, '\nhero:\n', '  ')
      })
    expect(await render(0)).toMatch(/<img class="photo" src="\/assets\/pier-[^>]+ alt="The green door"/)
    expect(await render(1)).not.toContain('<img')
  })

  it('of articles replace the cover drawing on the page and in lists', async () => {
    const render = (page: string, type: string) =>
      renderSection(page, type, (folder) => addBelow(folder, 'blog/photograph-with-a-hand.md', '---\n'))
    const html = await render('/blog/photograph-with-a-hand', 'article')
    expect(html).toMatch(/<header.*alt="The green door".*fetchPriority="high".*<\/header>/)
    expect(html).not.toMatch(/<header.*cover-on-.*<\/header>/)
    expect(await render('/blog', 'articles')).toContain('alt="The green door"')
  })

  it('of a person load immediately on the page of that person, and lazily elsewhere', async () => {
    const describe = (folder: string) => {
      const text = 'metaDescription: Whom you meet at the end of the pier, when somebody is there, and how to write.\n'
      appendFileSync(path.join(folder, 'people', 'silas-pine.yaml'), `\n${text}`)
    }
    const own = await renderSection('/people/silas-pine', 'people', describe)
    expect(own).toMatch(/<img class="face"[^>]+ 448w" sizes="224px" alt=""/)
    expect(own).not.toContain('loading="lazy"')
    expect(await renderSection('/visit', 'people', describe)).toMatch(/<img class="face"[^>]+ loading="lazy"/)
  })

  it('of a text are beside it', async () => {
    const html = await renderSection('/visit', 'text', (folder) =>
      addBelow(folder, 'pages/visit.yaml', '    heading: How to find us\n', '    '),
    )
    expect(html).toMatch(/<img.*alt="The green door".*<h2>How to find us<\/h2>/)
  })
})

describe('a carousel', () => {
  it('shows photos, and drawn portraits instead of initials only with portraits: true', async () => {
    const render = async (wanted: string) => {
      const { content } = await harbor.check((folder) => {
        const draw = (name: string, text: string) => appendFileSync(path.join(folder, 'testimonials', name), text)
        draw('abel-rope.yaml', '\nportrait: { hair: crop }\n')
        draw('wren-candles.yaml', '\nimage: pier.jpg\n')
        const home = path.join(folder, 'pages', 'home.yaml')
        writeFileSync(home, readFileSync(home, 'utf8').replace('    look: slides\n', `    look: slides\n${wanted}`))
      })
      const route = content && listRoutes(content).find(({ path }) => path === '/')
      if (!route) throw new Error('The content has errors')
      const view = createPageView(route, content).sections.find(({ type }) => type === 'testimonials')
      return renderToStaticMarkup(createElement(Testimonials as never, { view, site: createSiteView(content) }))
    }
    const faces = (html: string) => html.match(/<(?:img|svg) class="face"|>AT</g)
    expect(faces(await render(''))).toEqual(['<img class="face"', '>AT<'])
    expect(faces(await render('    portraits: true\n'))).toEqual([
      '<img class="face"',
      '<svg class="face"',
      '<svg class="face"',
    ])
  })
})

it('the footer keeps a phone number on one line and breaks a long email address at its @', async () => {
  const { content } = await harbor.check((folder) => {
    const file = path.join(folder, 'site.yaml')
    const text = readFileSync(file, 'utf8').replace(/^email: .*/m, 'email: office@harbor-and-pine.example')
    const call = "- { label: Loft (207) 555-0100, to: 'tel:+12075550100' }"
    const year = '- { label: Catalog 2023-2024, to: /visit }'
    writeFileSync(file, text.replace(/(title: House\n +links:\n +)/, `$1${call}\n        ${year}\n        `))
  })
  if (!content) throw new Error('The content has errors')
  const html = renderToStaticMarkup(createElement(Footer, { site: createSiteView(content), isBare: false }))
  expect(html).toContain('>Loft <bdi>(207) 555-0100</bdi></a>')
  expect(html).toContain('>Catalog 2023-2024</a>')
  expect(html).toContain('office@<wbr/>harbor-and-pine<wbr/>.example</a>')
})

it('a field called opens in a section of the project does not open a dialog', async () => {
  const { content } = await harbor.check(() => {})
  const [route] = content ? listRoutes(content) : []
  if (!content || !route) throw new Error('The content has errors')
  const [name = ''] = Object.keys(content.site.dialogs)
  const view = {
    type: 'text',
    rooms: [{ label: 'Sauna', opens: '07:30' }],
    action: { label: 'A', to: '/', opens: name },
  }
  const page = createPageView({ ...route, pages: { ...route.pages, view: () => [view as never] } }, content)
  expect(page.sections[0]).toEqual({
    ...view,
    action: { label: 'A', to: expect.stringMatching(/^(?!\/$)/), opens: name },
  })
})

it('the department of a position can choose the recipient of an application, and the relay knows all departments', async () => {
  const choose = (name: string) =>
    harbor.edit('forms/job-application.yaml', /^groups:/m, `mail: { subject: Application, to: ${name} }\ngroups:`)
  const { content, problems } = await choose('jobDepartment')
  expect(problems).toEqual([])
  expect(content && JSON.parse(formatFormsFile(content)).given).toEqual({ jobDepartment: ['Listings'] })
  expect((await choose('jobDepartmet')).problems).toMatchObject([
    { rule: 'form/unknown-field', help: expect.stringContaining('jobDepartment') },
  ])
  const { content: plain } = await harbor.check(() => {})
  expect(plain && JSON.parse(formatFormsFile(plain))).not.toHaveProperty('given')
})

describe('a date field with a place', () => {
  it('excludes the holidays of the place, with a message that says so', async () => {
    const { content, problems } = await harbor.check((folder) => {
      const holidays =
        'exceptions: [{ from: 2999-12-24, to: 2999-12-26 }, { from: 2999-12-31, opens: "08:00", closes: "10:00" }]'
      appendFileSync(path.join(folder, 'places', 'loft.yaml'), `\n${holidays}\n`)
      const form = path.join(folder, 'forms', 'contact.yaml')
      const day = '      - { kind: date, name: day, label: Day, place: loft, exclude: [sunday] }'
      writeFileSync(form, readFileSync(form, 'utf8').replace('\nsubmit:', `\n${day}\nsubmit:`))
    })
    expect(problems).toEqual([])
    const exclude = ['sunday', '2999-12-24 to 2999-12-26']
    const contact = content && indexContractsByType(content).contact
    expect(content && findField(resolveFormContract(content, 'contact'), 'day')).toMatchObject({ exclude })
    expect(contact && findField(contact, 'day')).toMatchObject({
      exclude,
      messages: { invalid: 'This day cannot be chosen. Please choose another one.' },
    })
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
