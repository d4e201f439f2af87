import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { copyHarborContent } from '../cli/break-content.ts'
import { runHere } from '../run-here.ts'

const harbor = path.join(projectRoot, 'tests', 'sites', 'harbor')

type Fault = (content: string) => unknown
const write =
  (file: string, text: string): Fault =>
  (content) => {
    mkdirSync(path.dirname(path.join(content, file)), { recursive: true })
    writeFileSync(path.join(content, file), text)
  }
const replace =
  (file: string, put: (target: string) => void): Fault =>
  (content) => {
    rmSync(path.join(content, file), { recursive: true, force: true })
    put(path.join(content, file))
  }
const asFolder = (target: string) => mkdirSync(target)
const asDanglingLink = (target: string) => symlinkSync('nowhere', target)
const asLoop = (target: string) => symlinkSync(path.basename(target), target)

/** Faults in content, settings and files, each with what the message must name. */
const faults: [what: string, fault: Fault, named: string][] = [
  ['YAML that does not parse', write('faqs/home.yaml', 'items: [\n'), 'faqs/home.yaml:'],
  ['YAML with a tab', write('faqs/home.yaml', 'items:\n\t- a\n'), 'faqs/home.yaml:2'],
  ['an empty file', write('faqs/home.yaml', ''), 'faqs/home.yaml:1'],
  ['a file that is no object', write('faqs/home.yaml', '- a\n'), 'faqs/home.yaml:1'],
  ['bytes that are no text', write('faqs/home.yaml', 'a: \u0000\n'), 'faqs/home.yaml:1'],
  ['an unknown field', write('facts.yaml', 'Unknown Name: 1\n'), 'facts.yaml:1'],
  ['an unknown section', write('pages/a.yaml', 'path: /a\ntitle: A\nsections: [{ type: heroo }]\n'), 'pages/a.yaml:3'],
  [
    'an unknown reference',
    write('pages/a.yaml', 'sections: [{ type: quote, testimonial: nobody }]\n'),
    'pages/a.yaml:1',
  ],
  ['site.yaml without fields', write('site.yaml', '{}\n'), 'site.yaml:1'],
  ['site.yaml that is missing', replace('site.yaml', () => {}), 'site.yaml'],
  ['site.yaml as a folder', replace('site.yaml', asFolder), 'site.yaml'],
  ['site.yaml as a dangling symlink', replace('site.yaml', asDanglingLink), 'site.yaml'],
  ['site.yaml as a symlink to itself', replace('site.yaml', asLoop), 'site.yaml'],
  ['facts.yaml as a folder', replace('facts.yaml', asFolder), 'facts.yaml'],
  ['an entry as a folder', replace('faqs/home.yaml', asFolder), 'faqs/home.yaml'],
  ['an entry as a dangling symlink', replace('faqs/home.yaml', asDanglingLink), 'faqs/home.yaml'],
  ['an entry as a symlink to itself', replace('faqs/home.yaml', asLoop), 'faqs/home.yaml'],
  ['a folder of entries as a file', replace('faqs', (target) => writeFileSync(target, '')), 'faqs'],
  ['redirects.yaml that is a list', write('redirects.yaml', '- /a\n'), 'redirects.yaml:1'],
]

/** Fails if a message blames the program, or shows its compiled files. */
function expectHelpful(output: string, named: string) {
  expect(output).toContain(named)
  expect(output).not.toMatch(/internal error|please report|^ +at |\.cache\/|-[\w-]{8}\.js/im)
}

describe('site check', () => {
  it.each(faults)('names the file for %s', async (_, fault, named) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'user-errors-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const content = copyHarborContent(folder)
    fault(content)
    const { code, stdout, stderr } = await runHere(['check', '--content', content])
    expectHelpful(stdout + stderr, named)
    expect([1, 2, 3]).toContain(code)
  })
})

describe('a command with an option that cannot work', () => {
  it.each([
    [['check', '--now', 'tomorrow'], 'tomorrow'],
    [['check', '--content', '/nowhere/content'], '/nowhere/content'],
    [['check', 'no-such-file'], 'no-such-file'],
    [['diff', 'no-such-commit'], 'no-such-commit'],
    [['preview', '--port', 'many'], 'many'],
    [['changes', 'show', 'no-such-name'], 'no-such-name'],
    [['explain', 'no/rule'], 'no/rule'],
    [['rename', 'no-such-entry', 'other'], 'no-such-entry'],
    [['where', 'no-such-entry'], 'no-such-entry'],
    [['new', 'no-such-type', 'a'], 'no-such-type'],
    [['docs', 'unheard-of'], 'unheard-of'],
  ])('names the invalid value: %j', async (args, named) => {
    const hasContent = !['explain', 'docs'].includes(args[0] ?? '') && !args.includes('--content')
    const { code, stdout, stderr } = await runHere([...args, ...(hasContent ? ['--content', harbor] : [])])
    expectHelpful(stdout + stderr, named)
    expect(code).not.toBe(0)
    expect(code).not.toBe(70)
  })

  it('names a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as { port: number }
    const { code, stdout, stderr } = await runHere(['dev', '--no-relay', '--content', harbor, '--port', `${port}`])
    expectHelpful(stdout + stderr, `Port ${port} is already in use`)
    expect(code).toBe(3)
  })
})
