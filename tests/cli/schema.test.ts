import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { agency } from '../agency.ts'
import { runSite } from '../run-site.ts'
import { startLanguageServer } from './language-server.ts'

const workspace = mkdtempSync(path.join(tmpdir(), 'schema-'))
const content = path.join(workspace, 'content')
const schema = () => JSON.parse(runSite(['schema', '--content', content, '--json']).stdout)

beforeAll(() => {
  cpSync(agency, content, { recursive: true })
  schema()
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe('site schema', () => {
  let server: Awaited<ReturnType<typeof startLanguageServer>>
  beforeAll(async () => {
    server = await startLanguageServer(workspace)
    // Retries, because the server reports that it is ready before it has read its settings.
    await vi.waitFor(
      async () => expect(await server.complete('content/testimonials/x.yaml', '|')).toContain('quote'),
      120_000,
    )
  })
  afterAll(() => server?.stop())

  it('lets editors complete fields, choices and the names of existing entries', async () => {
    expect(await server.complete('content/testimonials/new.yaml', '|')).toEqual(
      expect.arrayContaining(['quote', 'author', 'company', 'initials', 'rating']),
    )
    const page = 'path: /new\ntitle: A new page\nsections:\n'
    expect(await server.complete('content/pages/a.yaml', `${page}  - type: |`)).toEqual(
      expect.arrayContaining(['hero', 'testimonials', 'faq', 'form']),
    )
    const quotes = await server.complete(
      'content/pages/b.yaml',
      `${page}  - type: testimonials\n    heading: Clients\n    items:\n      - |`,
    )
    expect(quotes).toEqual(expect.arrayContaining(['dana-coffee', 'yuki-stationery']))
    expect(await server.complete('content/services/new.yaml', 'layout: argument\ngroup: |')).toContain('grow')
    expect(await server.complete('content/services/c.yaml', 'layout: expanding\nicon: |')).toContain('handshake')
    expect(
      await server.complete('content/pages/c.yaml', `${page}  - type: stats\n    items:\n      - fact: |`),
    ).toContain('reply-time')
    const faqs = readFileSync(path.join(workspace, '.vscode/schemas/faqs.json'), 'utf8')
    expect(faqs).toContain('separate paragraphs with blank lines. Supports inline Markdown: [words](/address)')
  })

  it('provides front matter fields as snippets, and as completions in editors that parse it as YAML', async () => {
    const snippets = JSON.parse(readFileSync(path.join(workspace, '.vscode/front-matter.code-snippets'), 'utf8'))
    expect(snippets['blog.md cover']).toMatchObject({
      ...{ scope: 'markdown', include: ['**/content/blog/*.md'], prefix: 'cover' },
      body: expect.stringMatching(/^cover: \$\{1\|leak,.*\bladder\b.*\|\}\$0$/),
    })
    expect(snippets['jobs.md closes']).toMatchObject({
      body: expect.stringContaining('CURRENT_YEAR'),
      description: 'Last day to apply; the position is removed on the next day (a date such as 2026-03-31)',
    })
    const article = `---\ntitle: A\ncover: |\n---\n\nWhat: [it](/is), said *so*.\n`
    expect(await server.complete('content/blog/new.md', article)).toContain('ladder')
  })

  it('adds new entries to the schemas when it runs again, and writes only changed files', () => {
    expect(schema().changed).toEqual([])
    writeFileSync(path.join(content, 'testimonials', 'new-voice.yaml'), 'quote: Good.\n')
    const { changed } = schema()
    expect(changed).toContain('.vscode/schemas/pages.json')
    expect(changed).not.toContain('content/README.md')
    expect(readFileSync(path.join(workspace, '.vscode/schemas/pages.json'), 'utf8')).toContain('"new-voice"')
  })

  it('makes editors report problems in invalid files, but none in valid files', async () => {
    for (const file of [
      'services/amazon-seo.yaml',
      'pages/home.yaml',
      'forms/brand-plan.yaml',
      'site.yaml',
      'facts.yaml',
    ])
      expect(await server.diagnose(`content/${file}`, readFileSync(path.join(content, file), 'utf8')), file).toEqual([])
    const messages = await server.diagnose(
      'content/faqs/wrong.yaml',
      'items:\n  - question: Why?\n    anser: Because.\n',
    )
    expect(messages.join('\n')).toMatch(/anser/)
    const long = await server.diagnose('content/testimonials/long.yaml', `quote: ${'Good. '.repeat(80)}\n`)
    expect(long.join('\n')).toContain('at most 400 characters')
    const tooLong = `items:\n  - question: Why?\n    answer: ${'Good. '.repeat(160)}`
    expect((await server.diagnose('content/faqs/a.yaml', `${tooLong}\n`)).join('\n')).toContain(
      'at most 900 characters',
    )
    expect(await server.diagnose('content/faqs/b.yaml', `${tooLong}[More](/about).\n`)).toEqual([])
  })

  it('preserves existing workspace settings', () => {
    const file = path.join(workspace, '.vscode', 'settings.json')
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    const own = {
      'editor.tabSize': 2,
      'yaml.schemas': { 'https://example.com/x.json': 'x.yaml', ...settings['yaml.schemas'] },
    }
    writeFileSync(file, JSON.stringify(own))
    schema()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(own)
  })
})
