import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listRoutes } from '@northshelf/site/routes.ts'
import { createPageMeta } from '@northshelf/site/site/meta.ts'
import { createPageView } from '@northshelf/site/site/views.ts'
import { afterAll, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const DESCRIPTION =
  'metaDescription: Whom you meet at the end of the pier, when somebody is there, and how to send a letter ahead.\n'

/** Gives a person and a place a page; the other person has none. */
function loadWithPages(site = '') {
  return harbor.check((folder) => {
    const change = (file: string, to: (text: string) => string) =>
      writeFileSync(path.join(folder, file), to(readFileSync(path.join(folder, file), 'utf8')))
    change('people/astrid-lund.yaml', (text) => `${text}${DESCRIPTION}`)
    change('places/loft.yaml', (text) => `${text}${DESCRIPTION.replace('Whom', 'Where')}`)
    change('site.yaml', (text) => `${text}\npeople: { label: Crew, to: /visit }\n${site}`)
  })
}

it('a person or place without a description has no page', async () => {
  const { content } = await harbor.check(() => {})
  const addresses = content ? listRoutes(content).map((route) => route.path) : []
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.filter((address) => /^\/(?:people|places)/.test(address))).toEqual([])
})

it('a person or place with a description has a page with breadcrumb, heading and structured data', async () => {
  const { problems, content } = await loadWithPages('addresses: { places: /visit/us }\n')
  expect(problems).toEqual([])
  if (!content) throw new Error('The content has errors')
  const routes = new Map(listRoutes(content).map((route) => [route.path, route]))
  const person = routes.get('/people/astrid-lund')
  const place = routes.get('/visit/us/loft')
  if (!person || !place) throw new Error(`Pages are missing from ${[...routes.keys()]}`)
  expect(routes.has('/people/silas-pine')).toBe(false)

  const view = createPageView(person, content)
  expect(view).toMatchObject({
    title: 'Astrid Lund',
    sections: [{ type: 'people', page: { parent: { to: '/visit' } }, people: [{ name: 'Astrid Lund' }] }],
  })
  expect(createPageMeta(person, content).structured).toMatchObject([
    {
      '@type': 'Person',
      jobTitle: 'Keeper of listings',
      url: 'https://harborandpine.example/people/astrid-lund',
      sameAs: ['https://social.harborandpine.example/astrid'],
      worksFor: { '@type': 'Organization' },
    },
    { '@type': 'BreadcrumbList', itemListElement: [{}, { name: 'Crew' }, { name: 'Astrid Lund' }] },
  ])
  expect(createPageMeta(place, content).structured).toMatchObject([
    { '@type': 'ProfessionalService', url: 'https://harborandpine.example/visit/us/loft' },
    { '@type': 'BreadcrumbList', itemListElement: [{}, { name: 'The sail loft' }] },
  ])
})

it('sections link to the pages of people and places that have one', async () => {
  const { content } = await loadWithPages()
  const route = content && listRoutes(content).find((candidate) => candidate.path === '/visit')
  if (!route) throw new Error('There is no page /visit')
  const sections = JSON.stringify(createPageView(route, content).sections)
  expect(sections).toContain('"path":"/people/astrid-lund"')
  expect(sections).toContain('"path":"/places/loft"')
  expect(sections.match(/"path":/g)).toHaveLength(2)
})

it('links to such a page are dead once the entry has no description', async () => {
  const link = '      - { label: Astrid, to: /people/astrid-lund }\n'
  const { problems } = await harbor.edit(
    'pages/visit.yaml',
    /^ {6}- \{ label: Write first/m,
    `${link}      - { label: Write first`,
  )
  expect(problems).toMatchObject([{ rule: 'link/dead' }])
})
