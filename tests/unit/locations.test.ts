import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { loadContent } from '../../cli/engine/load.ts'
import { listRoutes } from '../../src/routes.ts'
import { createStructuredData } from '../../src/site/meta.ts'
import { runHere } from '../run-here.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())
const REMOTE = '  - { name: Remote, remote: true }\n'
const ADDRESS = /^address:\n(?: .*\n)+/m
/** Loads the harbor site with another location for its job, with or without the address of the company. */
const loadWith = (location: string, hasAddress = true) =>
  harbor.edit(
    'site.yaml',
    new RegExp(`${ADDRESS.source}locations:\\n${REMOTE}`, 'm'),
    [hasAddress ? 'address: { locality: Portland, country: US }\n' : '', `locations:\n  - ${location}\n`].join(''),
  )

describe('a position', () => {
  it.each([
    ['{ name: Remote }', true, /Add "office:"/],
    ['{ name: Remote, country: DE }', true, /Add "office:"/],
    ['{ name: Remote, remote: true }', false, /Add "country:"/],
  ])('whose location has no country causes a warning: %s', async (location, hasAddress, help) => {
    const { problems } = await loadWith(location, hasAddress)
    expect(problems).toEqual([
      expect.objectContaining({
        ...{ rule: 'location/country', severity: 'warning', file: 'harbor/site.yaml' },
        help: expect.stringMatching(help),
      }),
    ])
  })

  it.each([
    ['{ name: Remote, remote: true }', true, { applicantLocationRequirements: { name: 'US' } }],
    ['{ name: Remote, remote: true, country: DE }', true, { applicantLocationRequirements: { name: 'DE' } }],
    ['{ name: Remote, remote: true, country: DE }', false, { applicantLocationRequirements: { name: 'DE' } }],
    ['{ name: Remote, office: { locality: Kiel, country: DE } }', false, { jobLocation: { '@type': 'Place' } }],
  ])('describes its country to search engines: %s', async (location, hasAddress, expected) => {
    const { problems, content } = await loadWith(location, hasAddress)
    expect(problems).toEqual([])
    const route = content && listRoutes(content).find(({ path }) => path === '/careers/listing-keeper')
    if (!route) throw new Error('the position has no page')
    expect(createStructuredData(route, content)).toMatchObject([expected, {}])
  })
})

it.each([
  [[], 'US'],
  [['--town', 'Utrecht, NL'], 'NL'],
  [['--country', 'DE'], 'DE'],
])('site init %j creates a site without warnings, whose position has the country %s', async (options, country) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const to = path.join(folder, 'content')
  const answers = ['--name', 'Harbor', '--url', 'https://harbor.example', '--email', 'hello@harbor.example', '--quiet']
  expect(await runHere(['init', to, ...answers, ...options])).toMatchObject({ code: 0 })
  const { problems, content } = await loadContent(to)
  expect(problems).toEqual([])
  expect(content?.site.locations).toMatchObject([{ name: 'Remote', remote: true, country }])
})
