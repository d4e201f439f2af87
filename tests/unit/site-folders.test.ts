import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listFeeds } from '@northshelf/site/site/meta.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Replaces a text in all files of the folder. */
function replaceEverywhere(content: string, old: string | RegExp, text: string): void {
  for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!/\.(?:yaml|md)$/.test(entry.name)) continue
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(old, text))
  }
}
const addToSite = (lines: string) => harbor.edit('site.yaml', /^(?=navigation:)/m, `${lines}\n`)

describe('addresses in site.yaml', () => {
  it('move the pages and the feed of a folder', async () => {
    const { problems, content } = await harbor.check((folder) => {
      replaceEverywhere(folder, /(?<![\w/])\/(?:blog|services|careers)(?=\/)/g, '/the$&')
      const site = path.join(folder, 'site.yaml')
      const lines = 'addresses: { blog: /the/blog, services: /the/services, jobs: /the/careers }'
      writeFileSync(site, `${readFileSync(site, 'utf8')}\n${lines}\n`)
    })
    expect(problems).toEqual([])
    if (!content) throw new Error('The content has errors')
    for (const { path: address } of content.services) expect(address).toMatch(/^\/the\/services\/[a-z-]+$/)
    for (const { path: address } of content.jobs) expect(address).toMatch(/^\/the\/careers\/[a-z-]+$/)
    const articles = content.articles.filter(({ folder }) => folder === 'blog')
    for (const { path: address } of articles) expect(address).toMatch(/^\/the\/blog\/[a-z-]+$/)
    expect(listFeeds(content).map(({ path: address }) => address)).toContain('/the/blog/feed.xml')
  })

  it.each([
    ['service: /work', 'site/folder', 'there is no content folder "service"', 'Did you mean services?'],
    ['faqs: /questions', 'site/folder', 'the files in faqs have no pages with a common address', /^Choose from /],
    ['pages: /all', 'site/folder', 'the files in pages have no pages with a common address', undefined],
    ['services: work/', 'schema/format', '"services" is invalid', undefined],
    ['services: /', 'schema/format', '"services" is invalid', undefined],
    [
      'services: /careers',
      'site/folder-address',
      'the folders services and jobs have the same address, /careers',
      undefined,
    ],
  ])('are reported if they contain "%s"', async (line, rule, message, help) => {
    const { problems } = await addToSite(`addresses:\n  ${line}`)
    const found = problems.find((problem) => problem.rule === rule)
    expect(found).toMatchObject({
      file: 'harbor/site.yaml',
      message,
      ...(help && { help: expect.stringMatching(help) }),
    })
  })

  it('are followed by the fix for links to the default address', async () => {
    const { problems } = await addToSite('addresses: { services: /work }')
    const dead = problems.filter(({ rule }) => rule === 'link/dead')
    expect(dead.length).toBeGreaterThan(0)
    for (const { message, help, fix } of dead) {
      expect(message).toMatch(/^no page has the address \/services\/[a-z-]+: `addresses` in site\.yaml moves/)
      expect(help).toMatch(/^Write \/work\/[a-z-]+\.$/)
      expect(fix).toBeDefined()
    }
  })

  it('may not be reserved', async () => {
    const { problems } = await addToSite('addresses: { services: /assets }')
    expect(problems.map(({ rule }) => rule)).toContain('path/reserved')
  })
})

describe('a submenu', () => {
  const menu = (fields: string) => harbor.edit('site.yaml', /entries: solutions/, fields)

  it('lists the pages of a content folder, in their order', async () => {
    const { content, problems } = await menu('entries: services')
    expect(problems).toEqual([])
    if (!content) throw new Error('The content has errors')
    const submenu = createSiteView(content).navigation.links.find(({ links }) => links)
    expect(submenu?.links).toEqual(
      content.services.map(({ title, description, path: to }) => ({ label: title, description, to })),
    )
  })

  it('lists the given links', async () => {
    const { content, problems } = await menu('links: [{ label: Mail, to: /contact, description: Within a day }]')
    expect(problems).toEqual([])
    const submenu = content && createSiteView(content).navigation.links.find(({ links }) => links)
    expect(submenu?.links).toEqual([{ label: 'Mail', to: '/contact', description: 'Within a day' }])
  })

  it('is a plain link as long as the folder has no pages', async () => {
    const { content } = await harbor.check(() => {})
    if (!content) throw new Error('The content has errors')
    const { links } = createSiteView({ ...content, solutions: [] }).navigation
    expect(links).toContainEqual({ label: 'Fixes', to: '/solutions' })
    expect(links.filter((link) => link.links)).toEqual([])
  })

  it.each([
    ['entries: solution', 'site/folder', 'there is no content folder "solution"'],
    ['entries: faqs', 'site/folder', 'the files in faqs have no pages with a common address'],
    ['links: []', 'schema/size', undefined],
    ['links: [{ label: Mail, to: /contct }]', 'link/dead', undefined],
  ])('is reported if it contains "%s"', async (fields, rule, message) => {
    const { problems } = await menu(fields)
    expect(problems[0]).toMatchObject({ rule, file: 'harbor/site.yaml', ...(message && { message }) })
  })
})
