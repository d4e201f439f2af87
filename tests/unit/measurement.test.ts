import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import * as providers from '../../src/measurement/list.ts'
import {
  formatMeasurementScripts,
  listMeasurementOrigins,
  measurementEntrySchema,
} from '../../src/measurement/measurement.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Checks the site with a list of services. @param entries YAML of the entries, one per line */
async function checkServices(...entries: string[]) {
  const list = entries.map((entry) => `  - ${entry}\n`).join('')
  const { problems, content } = await harbor.edit('site.yaml', /^relay:\n/m, `measurement:\n${list}relay:\n`)
  return {
    content,
    found: problems.map(({ rule, message, help }) => [rule, message, ...(help ? [help] : [])].join(' | ')),
  }
}

describe('the providers', () => {
  it('each have a file with the name under which the list exports them', () => {
    const files = readdirSync(path.join(projectRoot, 'src', 'measurement', 'providers'))
    expect(files.sort()).toEqual(Object.keys(providers).map((name) => `${name}.ts`))
    for (const provider of Object.values(providers)) expect(provider.start).toBeTypeOf('function')
  })
})

describe('an entry of measurement', () => {
  it('needs only the settings without a default', async () => {
    const { found, content } = await checkServices(
      '{ provider: plausible, domain: harbor.example }',
      '{ provider: umami, id: 94db1cb1-74f4-4a40-ad6c-962362670409, ask: false }',
      '{ provider: matomo, id: 1, server: https://stats.harbor.example/matomo }',
      '{ provider: google, id: G-1A2B3C4D5E }',
      '{ provider: script, name: Tides, script: https://tides.example/a.js }',
      '{ provider: script, name: Winds, script: https://winds.example/b.js }',
    )
    expect(found).toEqual([])
    expect(content?.site.measurement.map(({ ask }) => ask)).toEqual([true, false, true, true, true, true])
  })

  it.each([
    [
      '{ provider: plausibel, domain: a.example }',
      'schema/choice | "provider" is not one of the choices | Did you mean "plausible"?',
    ],
    ['{ domain: a.example }', 'schema/missing | "provider" is missing'],
    ['{ provider: plausible }', 'schema/missing | "domain" is missing'],
    ['{ provider: umami, id: 12 }', 'schema/format | "id" is invalid'],
    ['{ provider: matomo, id: 1 }', 'schema/missing | "server" is missing'],
    ['{ provider: matomo, id: 1, server: http://stats.example }', 'schema/format | "server" is invalid'],
    ['{ provider: matomo, id: 1, server: https://stats.example/ }', 'schema/format | "server" is invalid'],
    ['{ provider: google, id: UA-1234-1 }', 'schema/format | "id" is invalid'],
    ['{ provider: script, name: Tides, script: http://tides.example/a.js }', 'schema/format | "script" is invalid'],
    ['{ provider: script, script: https://tides.example/a.js }', 'schema/missing | "name" is missing'],
    [
      '{ provider: plausible, domain: a.example, aks: false }',
      'schema/unknown-key | unknown field "aks" | Did you mean "ask"?',
    ],
  ])('is reported if it is invalid: %s', async (entry, problem) => {
    const { found } = await checkServices(entry)
    expect(found).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    ['{ provider: google, id: G-1 }', '{ provider: google, id: G-2 }', 'google'],
    [
      '{ provider: script, name: Tides, script: https://tides.example/a.js }',
      '{ provider: script, name: Other, script: https://tides.example/a.js }',
      'script https://tides.example/a.js',
    ],
  ])('is reported if another entry loads the same script: %s', async (first, second, name) => {
    expect((await checkServices(first, second)).found).toEqual([
      `id/duplicate | two entries of "measurement" load ${name} | Remove one of them.`,
    ])
  })
})

describe('the origins of services', () => {
  it('are those of their own server if they have one, and are listed once', () => {
    const services = measurementEntrySchema.array().parse([
      { provider: 'umami', id: '94db1cb1-74f4-4a40-ad6c-962362670409', server: 'https://stats.example' },
      { provider: 'matomo', id: 1, server: 'https://stats.example/matomo' },
      { provider: 'plausible', domain: 'a.example', script: 'https://stats.example:8443/js/pa-1.js' },
    ])
    const origins = ['https://stats.example', 'https://stats.example:8443']
    expect(listMeasurementOrigins(services, 'script')).toEqual(origins)
    expect(listMeasurementOrigins(services, 'connect')).toEqual(origins)
    expect(listMeasurementOrigins(services, 'img')).toEqual([])
  })
})

it('settings in a page cannot close their script element', () => {
  const [entry] = measurementEntrySchema.array().parse([{ provider: 'plausible', domain: '</script><b>' }])
  const html = formatMeasurementScripts(entry ? [entry] : [], '/a.js')
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  expect(html).not.toContain('<b>')
  expect(formatMeasurementScripts([], '/a.js')).toBe('')
})

describe('the table of services in a text', () => {
  const privacy = 'pages/privacy.md'
  const withTable = async (measurement: string, ...more: [file: string, text: string][]) => {
    await harbor.edit('site.yaml', /^relay:\n/m, `${measurement}# Where forms go.\nrelay:\n`)
    for (const [file, text] of more) writeFileSync(path.join(harbor.content, file), text, { flag: 'a' })
    writeFileSync(path.join(harbor.content, privacy), '\n{measurement-table}\n', { flag: 'a' })
    const { content, problems } = await harbor.load()
    expect(problems).toEqual([])
    return content?.textPages.find(({ path }) => path === '/privacy')?.html ?? ''
  }

  it('shows names as written and the labels of the site', async () => {
    const html = await withTable(
      'measurement:\n  - { provider: script, name: A | B_c, script: https://a.example/b.js, purpose: Counts, ask: false }\n',
    )
    expect(html).toContain('<td>A | B_c</td>\n<td>Counts</td>\n<td>Always</td>\n<td><code>a.example</code></td>')
  })

  it('shows nothing if there are no services', async () => {
    const html = await withTable('')
    expect(html).not.toContain('measurement-table')
    expect(html).not.toContain('<table')
  })

  it('is replaced by a fact of the same name', async () => {
    const html = await withTable('', ['facts.yaml', 'measurement-table: four columns\n'])
    expect(html).toContain('four columns')
  })
})

describe('the page that opens after a form is sent', () => {
  const withPage = (page: string) => harbor.edit('forms/contact.yaml', 'success:\n', `success:\n  page: ${page}\n`)

  it('must exist', async () => {
    expect((await withPage('/visit')).problems).toEqual([])
    expect((await withPage('/vist')).problems).toMatchObject([
      {
        rule: 'link/dead',
        message: 'no page has the address /vist',
        help: expect.stringContaining('Did you mean /visit'),
      },
    ])
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '"/\\t/evil.example"',
    'visit',
    '/visit/',
    '#form',
  ])('cannot be %s', async (page) => {
    const { problems } = await withPage(page)
    expect(problems.map(({ rule }) => rule)).toContain('schema/format')
    expect(contractSchema.shape.success.safeParse({ text: 'Sent', page }).success).toBe(false)
  })
})
