import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { agency } from '../agency.ts'
import { runHere } from '../run-here.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maintainers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const content = path.join(folder, 'content')
const guide = readFileSync(path.join(projectRoot, 'docs', 'maintainers.md'), 'utf8')

/** Returns the first code block in the guide whose first line contains this text. */
function block(start: string): string {
  const blocks = [...guide.matchAll(/```(?:yaml|sh|markdown)\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
  const found = blocks.find((text) => text.split('\n', 1)[0]?.includes(start))
  if (!found) throw new Error(`the guide has no block that starts with ${start}`)
  return found
}
async function run(...args: string[]): Promise<void> {
  const { code, stderr } = await runHere([...args, '--content', content])
  if (code !== 0) throw new Error(`site ${args.join(' ')} ended with ${code}\n${stderr}`)
}
/** Runs a command as written in the guide. */
async function follow(start: string): Promise<void> {
  const [, args = ''] = /^npm run site -- ([^#\n]+)/.exec(block(start)) ?? []
  await run(...args.trim().split(' '))
}
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(path.join(content, file), change(readFileSync(path.join(content, file), 'utf8')))

describe("the maintainer's guide", () => {
  it('can be followed step by step, from a new testimonial to the built site', async () => {
    cpSync(agency, content, { recursive: true })
    await follow('new testimonial')
    writeFileSync(path.join(content, 'testimonials', 'quinn-lamps.yaml'), block('What the client said'))
    edit('pages/home.yaml', (text) =>
      text.replace(/(type: testimonials\n[\s\S]*?items:\n)( +)/, '$1$2- quinn-lamps\n$2'),
    )
    await follow('check')
    await follow('new blog')
    edit(
      'blog/summer-in-numbers.md',
      (text) => `${text.replace('\n---\n', `\n${block('figures:')}---\n`)}\n![](figure:hours)\n`,
    )
    const command = /^npm run site -- (new section \S+ --in \S+) +#/m.exec(guide)?.[1] ?? ''
    await run(...command.split(' '))
    edit('facts.yaml', (text) => text.replace(/^reply-time: .*$/m, 'reply-time: 12 hours'))
    expect(guide).toContain('npm run site -- build\n')
    const out = path.join(folder, 'out')
    await run('build', '--out', out)
    const published = (file: string) => readFileSync(path.join(out, 'site', file), 'utf8')
    expect(published('index.html')).toContain('two lamps that sold well')
    expect(published('index.html')).toContain('12 hours')
    expect(published('about.html')).toContain('TODO heading of the section')
    expect(published('blog.html')).toContain('href="/blog/summer-in-numbers"')
    expect(published('blog/summer-in-numbers.html')).toContain('aria-label="Orders an hour: 8 to 9 p.m. 410,')
  })
})

/** Proposes the change that the guide takes as its example. */
function proposeReplyTime(content: string): void {
  const changes = path.join(path.dirname(content), '.northshelf', 'changes')
  mkdirSync(changes, { recursive: true })
  const edits = [{ kind: 'set', file: 'content/facts.yaml', path: ['reply-time'], value: '4 hours' }]
  writeFileSync(path.join(changes, 'reply-time.json'), JSON.stringify({ edits }))
}

describe('the commands in the documents', () => {
  const documents = readdirSync(path.join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .map((file) => path.join('docs', file))
  const texts = [...documents, 'README.md', 'CONTRIBUTING.md'].map((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8'),
  )
  const commands = texts.flatMap((text) =>
    [...text.matchAll(/npm run site -- ([^`#\n]+)/g)].map(([, args = '']) => args.trim()),
  )
  /** Commands that other tests run, because they take long or serve the site, and commands with placeholders. */
  const skipped = /^(?:audit|build|dev|diff|init|mcp)\b|--built|<|…|its-name/

  /** The agency with the names of the guide's examples, which are those of a practice. */
  const practice = path.join(folder, 'practice', 'content')
  beforeAll(async () => {
    cpSync(agency, practice, { recursive: true })
    const site = path.join(practice, 'site.yaml')
    writeFileSync(site, readFileSync(site, 'utf8').replace(/^language: .*$/m, '$&\nlanguages: [de]'))
    for (const [from, to] of [
      ['services/amazon-seo', 'whitening'],
      ['solutions/amazon-seo', 'whitening'],
      ['blog/seo-on-a-budget', 'coffee-and-tea'],
    ] as const)
      expect(await runHere(['rename', from, to, '--content', practice])).toMatchObject({ code: 0 })
  })

  it.each([...new Set(commands)].filter((args) => !skipped.test(args)))('succeed: %s', async (args) => {
    const copy = path.join(folder, 'copies', args.replace(/\W+/g, '-'), 'content')
    cpSync(practice, copy, { recursive: true })
    proposeReplyTime(copy)
    // The previous step in the guide.
    if (args.endsWith('--in pages/spring-offer')) await runHere(['new', 'page', 'spring-offer', '--content', copy])
    const { code, stdout, stderr } = await runHere([
      ...args.split(' '),
      ...(args.startsWith('explain') ? [] : ['--content', copy]),
    ])
    if (args === 'where whitening') expect([code, stderr]).toEqual([2, expect.stringContaining('is ambiguous')])
    else expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(/./)])
  })
})
