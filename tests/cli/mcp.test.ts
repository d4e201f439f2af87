import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeTranslations } from '../../cli/commands/translate.ts'
import { createChanges } from '../../cli/editor/changes/changes.ts'
import { projectRoot } from '../../cli/paths.ts'
import { agency } from '../agency.ts'
import { needs } from '../needs.ts'
import { createRepository, type Mcp, type Repository, type Result, startMcp } from './running-mcp.ts'

let site: Repository
let agent: Mcp
beforeAll(async () => {
  site = createRepository(agency, 'content')
  agent = await startMcp(site.content, ['--yes'])
})
afterEach(() => site.reset())
afterAll(async () => {
  await agent?.close()
  site.remove()
})

/** Lists the changed files, with the numbers of added and removed lines. */
function listChanges(): Record<string, [added: number, removed: number]> {
  site.git('add', '--all', 'content')
  const lines = site.git('diff', '--cached', '--numstat', '--no-renames').trimEnd().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [added, removed, file = ''] = line.split('\t')
      return [file, [Number(added), Number(removed)]]
    }),
  )
}

/** Lists the comments in the YAML files of the repository, sorted. */
const listComments = () => site.git('grep', '-hE', '^ *#', '--', 'content').split('\n').sort()

/** Proposes edits, looks at the difference and applies it. The content is valid before and afterwards. */
async function change(name: string, edits: object[]): Promise<{ diff: Result; lines: ReturnType<typeof listChanges> }> {
  const comments = listComments()
  expect(await agent.call('propose', { changes: name, edits })).toMatchObject({ changes: name, warnings: [] })
  expect(site.git('status', '--porcelain', 'content')).toBe('')
  const diff = await agent.call('diff', { changes: name })
  expect(diff).toMatchObject({ author: 'test-agent', approved: false, failures: [], problems: [] })
  const applied = await agent.call('apply', { changes: name })
  expect(applied).toMatchObject({ applied: name })
  const lines = listChanges()
  expect(applied.files.sort()).toEqual(Object.keys(lines).sort())
  expect(await agent.call('check')).toEqual({ problems: [] })
  expect(listComments()).toEqual(comments)
  return { diff, lines }
}

const textOf = ({ pages }: Result, page: string): string =>
  pages.find((shown: { path: string }) => shown.path === page)?.text

function writeArticle(published: string, body: string): string {
  return `---
title: "How we count a warehouse in one morning"
metaDescription: >-
  Three people, two scanners and one list: how we count the stock of a brand in a morning, and what the count
  tells us about its ads.
summary: Three people, two scanners and one list.
tag: Inventory
readTime: 2
published: ${published}
person: june-park
cover: shelf
coverAlt: A shelf with yellow boxes
---
We count before we advise.

${body}
`
}

describe('site mcp, with --yes, in a copy of the agency', needs('git'), () => {
  it('renames a service, and updates the link to it', async () => {
    const { uses } = await agent.call('where', { name: 'services/amazon-seo' })
    expect(uses).toMatchObject([{ kind: 'link', file: 'content/blog/seo-on-a-budget.md' }])
    const lines = site.read('content/services/amazon-seo.yaml').trimEnd().split('\n').length
    const { diff, lines: changed } = await change('rename', [
      { kind: 'rename', from: 'services/amazon-seo', to: 'amazon-search' },
    ])
    expect(changed).toEqual({
      'content/blog/seo-on-a-budget.md': [1, 1],
      'content/redirects.yaml': [1, 0],
      'content/services/amazon-search.yaml': [lines, 0],
      'content/services/amazon-seo.yaml': [0, lines],
    })
    expect(diff.pages).toContainEqual(expect.objectContaining({ path: '/services/amazon-search', change: 'added' }))
  })

  it('changes a figure everywhere: once as a fact, and in the files that state it as text', async () => {
    const { items } = await agent.call('list', { collection: 'jobs' })
    const files: string[] = []
    for (const { file } of items)
      if ((await agent.call('read', { file })).text.includes('$1,500 a year')) files.push(file)
    const { diff, lines } = await change('prices', [
      { kind: 'set', file: 'content/facts.yaml', path: ['client-revenue'], value: '$120K+' },
      ...files.map((file) => ({ kind: 'replace', file, find: '$1,500 a year', text: '$1,800 a year' })),
    ])
    expect(files).toHaveLength(5)
    expect(lines).toEqual(Object.fromEntries(['content/facts.yaml', ...files].map((file) => [file, [1, 1]])))
    expect(textOf(diff, '/')).toMatch(/- .*\$100K\+ monthly revenue[\s\S]*\+ .*\$120K\+ monthly revenue/)
    expect(textOf(diff, '/careers/e-commerce-data-analyst')).toContain('$1,800 a year')
  })

  it('adds an article with a picture', async () => {
    const { kind, fields } = await agent.call('read', { file: 'content/insights/walmart-first-mover.md' })
    const { schema } = await agent.call('schema', { kind })
    expect(Object.keys(fields).filter((name) => !(name in schema.properties))).toEqual([])
    const png = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#ffcc00' } })
      .png()
      .toBuffer()
    const text = writeArticle(
      '2024-05-02',
      '![Yellow boxes on a shelf](../images/warehouse-count.png "The shelf, counted")',
    )
    const { lines } = await change('article', [
      { kind: 'picture', file: 'content/images/warehouse-count.png', base64: png.toString('base64') },
      { kind: 'create', file: 'content/insights/warehouse-count.md', text },
    ])
    expect(Object.keys(lines)).toEqual(['content/images/warehouse-count.png', 'content/insights/warehouse-count.md'])
    expect(site.read('content/insights/warehouse-count.md')).toBe(text)
  })

  it('adds a question to a list of questions', async () => {
    const { diff, lines } = await change('question', [
      {
        ...{ kind: 'insert', file: 'content/faqs/home.yaml', path: ['items', 1] },
        value: { question: 'Do you work on Sundays?', answer: 'No. We reply within {reply-time}.' },
      },
    ])
    expect(lines).toEqual({ 'content/faqs/home.yaml': [2, 0] })
    expect(textOf(diff, '/')).toMatch(/^ {2}\+ +\d+ │ Do you work on Sundays\?$/m)
    expect(textOf(diff, '/')).toContain('No. We reply within 24-48 hours.')
  })

  it('schedules a post', async () => {
    const day = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const file = 'content/insights/warehouse-count.md'
    const text = writeArticle(day, 'Then we count the returns.')
    const { diff, lines } = await change('later', [{ kind: 'create', file, text }])
    expect([diff.pages, Object.keys(lines)]).toEqual([[], [file]])
    const { items } = await agent.call('list', { collection: 'insights' })
    expect(items).toContainEqual(expect.objectContaining({ file, state: 'scheduled', day }))
  })

  it('removes a testimonial together with its use', async () => {
    const remove = { kind: 'delete', file: 'content/testimonials/sana-tea.yaml' }
    const { error, problems } = await agent.call('propose', { changes: 'quote', edits: [remove] })
    expect(error).toContain('Nothing was saved.')
    const { file, line } = problems[0]
    expect(site.read(file).split('\n')[line - 1]).toBe('testimonial: sana-tea')
    const { lines } = await change('quote', [{ kind: 'remove', file, path: ['testimonial'] }, remove])
    expect(lines).toEqual({ [file]: [0, 1], 'content/testimonials/sana-tea.yaml': [0, 8] })
  })

  it('translates a heading', async () => {
    const value = 'Wir lesen die Bücher, bevor wir das Konto anfassen.'
    const { diff, lines } = await change('german', [
      { kind: 'set', file: 'content/pages/about.yaml', path: ['sections', 0, 'heading'], value },
    ])
    expect(lines).toEqual({ 'content/pages/about.yaml': [1, 1] })
    expect(textOf(diff, '/about')).toMatch(/^ {2}- +1 │ We read the ledger .*\n {2}\+ +1 │ Wir lesen die Bücher/m)
  })

  it('translates a page into another language, and shows the source of each translation', async () => {
    const file = 'content/pages/about.de.yaml'
    site.write('content/site.yaml', `languages: [de]\n${site.read('content/site.yaml')}`)
    await writeTranslations(site.content, 'de', ['pages/about'])
    const before = `# Uta translates this page\n${site.read(file)}`
    site.write(file, before)
    const listed = await agent.call('list', { collection: 'pages' })
    const { texts } = (await agent.call('read', { file })).fields as { texts: { from: string }[] }
    expect(listed.items).toContainEqual(
      expect.objectContaining({ name: 'pages/about', languages: { de: { missing: texts.length, outdated: 0 } } }),
    )
    const translate = (text: string) => text.replace(/^[A-Z]/, 'Ü')
    const edits = texts.map(({ from }, index) => {
      return { kind: 'set', file, path: ['texts', index, 'to'], value: translate(from) }
    })
    expect(await agent.call('propose', { changes: 'german', edits })).not.toHaveProperty('error')
    const { pages } = await agent.call('diff', { changes: 'german' })
    const page = pages.find((shown: { path: string }) => shown.path === '/de/about')
    const title = texts[0]?.from ?? ''
    expect(page).toMatchObject({
      change: 'added',
      changes: expect.arrayContaining([`${file} title: ${title} → ${translate(title)}`]),
      text: expect.stringContaining('Ü'),
    })
    expect(await agent.call('apply', { changes: 'german' })).toMatchObject({ files: [file] })
    const after = site.read(file)
    expect(after.replace(/^ {4}to:[\s\S]*?(?=\n {2}[-#]|\n*$)/gm, '    to: ""').trimEnd()).toBe(before.trimEnd())
  })

  it('moves a section, and changes no line of the other sections', async () => {
    const file = 'content/pages/services.yaml'
    const before = site.read(file)
    const { lines } = await change('order', [{ kind: 'move', file, path: ['sections', 3], to: 2 }])
    expect(Object.keys(lines)).toEqual([file])
    expect(site.read(file).split('\n').sort()).toEqual(before.split('\n').sort())
    expect(site.read(file)).toMatch(/type: people[\s\S]*type: services\n[\s\S]*type: closing/)
  })

  it('adds a field to a form', async () => {
    const file = 'content/forms/contact.yaml'
    const { schema } = await agent.call('schema', { kind: 'forms', definition: 'field' })
    expect(JSON.stringify(schema)).toContain('"const":"tel"')
    const field = { kind: 'tel', name: 'phone', label: 'Phone', messages: { invalid: 'Enter a phone number' } }
    const { lines } = await change('phone', [{ kind: 'insert', file, path: ['groups', 0, 'fields', 2], value: field }])
    expect(lines).toEqual({ [file]: [5, 0] })
  })

  it('fixes all problems that the check reports, including a YAML syntax error', async () => {
    const edit = (file: string, from: string, to: string) => site.write(file, site.read(file).replace(from, to))
    edit('content/people/june-park.yaml', 'name: June Park', 'name: "June Park')
    edit('content/pages/home.yaml', 'heading:', 'heeding:')
    edit('content/faqs/home.yaml', '{first-results}', '{first-result}')
    edit('content/services/amazon-seo.yaml', 'testimonial: sana-tea', 'testimonial: sana-te')
    edit('content/blog/seo-on-a-budget.md', '(/services/amazon-seo)', '(/services/amazon-so)')
    edit('content/blog/walmart-vs-amazon.md', 'readTime: ', 'readTime: about ')
    const { problems } = await agent.call('check')
    const places = new Set(problems.map(({ file }: { file: string }) => file))
    expect(places.size).toBe(6)
    const broken = await agent.call('read', { file: 'content/people/june-park.yaml' })
    expect(broken.text).toContain('name: "June Park\n')
    const replace = (file: string, find: string, text: string) => ({ kind: 'replace', file, find, text })
    const edits = [
      replace('content/people/june-park.yaml', '"June Park', 'June Park'),
      replace('content/pages/home.yaml', 'heeding:', 'heading:'),
      replace('content/faqs/home.yaml', '{first-result}', '{first-results}'),
      { kind: 'set', file: 'content/services/amazon-seo.yaml', path: ['testimonial'], value: 'sana-tea' },
      replace('content/blog/seo-on-a-budget.md', '/services/amazon-so)', '/services/amazon-seo)'),
      replace('content/blog/walmart-vs-amazon.md', 'readTime: about ', 'readTime: '),
    ]
    expect(await agent.call('propose', { changes: 'repair', edits })).toMatchObject({ changes: 'repair' })
    expect(await agent.call('check', { changes: 'repair' })).toMatchObject({ failures: [], problems: [] })
    await agent.call('apply', { changes: 'repair' })
    expect(await agent.call('check')).toEqual({ problems: [] })
    expect(site.git('diff', '--name-only').split('\n').filter(Boolean)).toEqual([])
  })
})

describe('site mcp without --yes', needs('git'), () => {
  it('applies only what a person has approved, and an edit ends the approval', async () => {
    const strict = await startMcp(site.content)
    const changes = createChanges(site.content)
    const approve = () => changes.approve('words', changes.summary('words').hash)
    const file = 'content/site.yaml'
    const propose = (value: string) =>
      strict.call('propose', { changes: 'words', edits: [{ kind: 'set', file, path: ['tagline'], value }] })
    await propose('Shelves for the north')
    expect((await strict.call('apply', { changes: 'words' })).error).toContain('"words" is not approved.')
    approve()
    await propose('Shelves for the whole north')
    expect((await strict.call('apply', { changes: 'words' })).error).toContain('"words" is not approved.')
    expect(site.git('status', '--porcelain', 'content')).toBe('')
    approve()
    expect(await strict.call('list')).toMatchObject({ changes: [{ name: 'words', approved: true }] })
    expect(await strict.call('apply', { changes: 'words' })).toEqual({ applied: 'words', files: [file] })
    expect(listChanges()).toEqual({ [file]: [1, 1] })
    expect((await strict.call('list')).changes).toEqual([])
    await strict.close()
  })
})

describe('AGENTS.md in a created site', () => {
  it('starts site mcp, and mentions all its tools', async () => {
    const text = readFileSync(path.join(projectRoot, 'create', 'template', 'AGENTS.md'), 'utf8')
    const [, json = ''] = /```json\n(.*?)```/s.exec(text) ?? []
    expect(JSON.parse(json).mcpServers.site).toEqual({ command: 'npm', args: ['run', '--silent', 'site', '--', 'mcp'] })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
