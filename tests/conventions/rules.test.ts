import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { explanations } from '../../cli/rules/list.ts'
import { checkXml } from '../../cli/rules/page/check-xml.ts'
import { createPageChecker } from '../../cli/rules/page/rules.ts'
import { createHarborFolder } from '../unit/harbor-folder.ts'

const checkPage = createPageChecker()

const sources = ['content', 'rules'].flatMap((folder) => {
  const home = path.join(projectRoot, 'cli', folder)
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.map((name) => readFileSync(path.join(home, name), 'utf8'))
})
// Field types report rules, too.
const kinds = path.join(projectRoot, 'src', 'forms', 'kinds')
for (const name of readdirSync(kinds, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts')) sources.push(readFileSync(path.join(kinds, name), 'utf8'))
// The audit also reports rule violations when it compares the build with the content.
sources.push(readFileSync(path.join(projectRoot, 'cli', 'audit', 'check-built.ts'), 'utf8'))
const ids = Object.keys(explanations)
const families = [...new Set(ids.map((id) => id.split('/')[0]))].join('|')
const literals = sources.flatMap((text) => [
  ...text.matchAll(new RegExp(`'((?:${families})/[a-z-]+)'(?!\\))(: \\{)?`, 'g')),
])

describe('every rule', () => {
  it('is listed and explained exactly once, next to the code that checks it', () => {
    const explained = literals.filter(([, , explains]) => explains).map(([, id]) => id)
    expect(explained.sort()).toEqual([...ids].sort())
  })

  it('is reported by some code, and no code reports an unlisted rule', () => {
    const reported = literals.filter(([, , explains]) => !explains).map(([, id]) => id)
    // Most ids that start with `shown/` appear only as keys of explanations, because the page checks report those keys.
    const pageRules = ids.filter((id) => id.startsWith('shown/'))
    expect([...new Set([...reported, ...pageRules])].sort()).toEqual([...ids].sort())
  })

  it.each(ids)('has a bad and a good example: %s', (id) => {
    const { bad, good, ...words } = explanations[id] ?? { bad: '', good: '' }
    expect(bad.trim()).not.toBe('')
    expect(good.trim()).not.toBe('')
    expect(good).not.toBe(bad)
    for (const sentence of Object.values(words)) expect(sentence).not.toBe('')
  })
})

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Writes an example to the content file where it belongs, and returns the rules that it violates. */
type Run = (example: string) => string[] | Promise<string[]>
/** Returns the rules that the harbor site violates after a change. Adds the files that examples refer to. */
const rulesOf = async (change: (write: (file: string, text: string) => void, content: string) => void) => {
  const { problems } = await harbor.check((content) => {
    const copy = (from: string, to: string) => copyFileSync(path.join(content, from), path.join(content, to))
    copy('images/shelves.png', 'images/shelves.jpg')
    const careers = path.join(content, 'pages/careers.yaml')
    writeFileSync(careers, readFileSync(careers, 'utf8').replace(/berths(?="?\n)/g, 'positions'))
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(content, file)), { recursive: true })
      writeFileSync(path.join(content, file), text)
    }
    const quote = readFileSync(path.join(content, 'testimonials/abel-rope.yaml'), 'utf8')
    write('testimonials/harbor-coffee.yaml', quote.replace('quote: ', '$&Again, '))
    change(write, content)
  })
  return problems.map(({ rule }) => rule)
}
const asFile =
  (file: string): Run =>
  (example) =>
    rulesOf((write) => write(file, example))
const asFields =
  (file: string): Run =>
  (example) =>
    rulesOf((write) => write(file, `---\n${example}\n---\n\nA text.\n`))
const asText: Run = (example) =>
  rulesOf((write, content) => {
    const article = readFileSync(path.join(content, 'blog/ceilings-for-ads.md'), 'utf8')
    write('blog/example.md', `${article.split('\n---\n')[0]}\n---\n\n${example}\n`)
  })
const insteadOf =
  (file: string, old: RegExp, facts = ''): Run =>
  (example) =>
    rulesOf((write, content) => {
      const text = readFileSync(path.join(content, file), 'utf8')
      expect(text).toMatch(old)
      const line = `${example}\n`
      write(
        file,
        text.replace(old, () => line),
      )
      if (facts) write('facts.yaml', `${readFileSync(path.join(content, 'facts.yaml'), 'utf8')}${facts}\n`)
    })
/** Writes a file for each line of the example. Each line contains a file's name and content. */
const asFiles: Run = (example) =>
  rulesOf((write) => {
    for (const line of example.split('\n')) {
      const [, file = '', text = ''] = /^(?:content\/)?(.+?\.\w+) *(.*)$/.exec(line) ?? []
      write(file, `${text}\n`)
    }
  })
const onPage: Run = (example) =>
  checkPage(
    `<head><title>Ours</title><meta name="description" content="What it is."/></head>${example.includes('<h1') ? '' : '<h1>Ours</h1>'}<p>${example.replace(/^heading: /, '')}</p>`,
  ).map(({ rule }) => rule)
const inFeed: Run = (example) => checkXml('feed.xml', `<feed>${example}</feed>`).map(({ rule }) => rule)

const link = insteadOf('pages/home.yaml', /to: \/contact\n/)
const article = asFields('blog/example.md')
const job = asFields('jobs/example.md')
/** Writes a form with the example as its only field. */
const asForm: Run = (example) =>
  rulesOf((write, content) => {
    const form = readFileSync(path.join(content, 'forms/contact.yaml'), 'utf8')
    const fields = `groups:\n  - fields:\n      ${example}\nsubmit:`
    write(
      'forms/example.yaml',
      form.replace('formType: contact', 'formType: example').replace(/groups:[\s\S]*submit:/, fields),
    )
  })
const list = asFile('faqs/example.yaml')

const runs: Record<string, Run> = {
  'color/contrast': insteadOf('site.yaml', /^(?=url:)/m),
  'file/unplaced': asFiles,
  'file/name': asFiles,
  'file/windows': asFiles,
  'file/byte-order-mark': list,
  'front-matter/missing': asFile('blog/example.md'),
  'front-matter/unterminated': asFile('blog/example.md'),
  'front-matter/language': asFile('blog/example.md'),
  'yaml/syntax': list,
  'yaml/tab': list,
  'yaml/unquoted-colon': list,
  'yaml/missing-space': list,
  'yaml/needs-quotes': list,
  'yaml/cut-by-comment': list,
  'yaml/duplicate-key': list,
  'yaml/too-deep': list,
  'schema/unknown-key': article,
  'schema/type': article,
  'schema/choice': job,
  'schema/size': article,
  'schema/format': link,
  'schema/date': article,
  'schema/outdated': insteadOf('solutions/stockout-rescue.yaml', /^booking:\n(?: {2}.*\n)+/m),
  'site/folder': insteadOf('site.yaml', /^(?=navigation:)/m),
  'site/folder-address': insteadOf('site.yaml', /^(?=navigation:)/m),
  'markdown/too-deep': asText,
  'ref/unknown-slug': insteadOf('services/ad-tending.yaml', /^testimonial: .*\n/m),
  'path/duplicate': asFiles,
  'path/reserved': asFiles,
  'address/vanished': asFiles,
  'redirect/taken': asFiles,
  'redirect/loop': asFiles,
  'link/dead': link,
  'link/dead-anchor': link,
  'link/relative': asText,
  'link/invalid': link,
  'location/country': insteadOf('site.yaml', /^ {2}- \{ name: Remote.*\n/m),
  'link/scheme': asText,
  'image/missing': asText,
  'image/alt': asText,
  'image/external': asText,
  'figure/inline': asText,
  'markdown/html': asText,
  'markdown/unread': asText,
  'markdown/fence': asText,
  'markdown/heading': asText,
  'markdown/empty': asFile('blog/example.md'),
  'markdown/field': list,
  'fact/unknown': asText,
  'fact/nested': insteadOf('facts.yaml', /^reply-time: .*\n/m),
  'fact/placeholder': job,
  'fact/reserved': insteadOf('facts.yaml', /^(?=units-shipped)/m),
  'fact/contradiction': insteadOf('testimonials/abel-rope.yaml', /^/, 'profit-growth: 81%'),
  'file/conflict': asFile('testimonials/example.yaml'),
  'link/unnamed': asText,
  'text/control': list,
  'text/garbled': list,
  'text/reference': list,
  'meta/duplicate': asFiles,
  'meta/length': insteadOf('services/ad-tending.yaml', /^metaDescription: >-\n(?: {2}.*\n)+?(?=\w)/m),
  'date/order': job,
  'job/expired': job,
  'notice/expired': insteadOf('site.yaml', /^(?=navigation:)/m),
  'date/upcoming': article,
  'date/year': job,
  'hours/expired': insteadOf('places/loft.yaml', /^(?=note:)/m),
  'code/unknown': job,
  'text/repeated': list,
  'form/console': asFile('forms/example.yaml'),
  'form/empty': asForm,
  'form/expired': asForm,
  'form/refused': insteadOf('forms/contact.yaml', /^(?=groups:)/m),
  'form/identity': insteadOf('forms/contact.yaml', /^endpoint: .*\n/m),
  'text/unwritten': article,
  'shown/braces': onPage,
  'shown/markdown': onPage,
  'shown/unwritten': onPage,
  'shown/control': onPage,
  'shown/link': onPage,
  'shown/heading': onPage,
  'shown/id': onPage,
  'shown/attribute': onPage,
  'shown/feed': inFeed,
}

/** Rules whose examples the test cannot run, because they need several files, a folder or a build. */
const notRun = [
  'translation/address',
  'translation/incomplete',
  'translation/missing',
  'translation/outdated',
  'translation/unused',
  'source/compile',
  'source/incomplete',
  'source/run',
  'source/type',
  'fact/no-number',
  'document/large',
  'document/unreadable',
  'fact/repeated',
  'figure/unknown',
  'figure/unplaced',
  'file/encoding',
  'file/missing',
  'file/unreadable',
  'folder/missing',
  'form/lost',
  'form/hint',
  'form/range',
  'form/repeated',
  'form/same-label',
  'form/steps',
  'form/trial',
  'form/unconfirmed',
  'form/unknown-field',
  'id/duplicate',
  'image/drawing',
  'image/small',
  'image/unreadable',
  'link/expired',
  'link/moved',
  'page/heading',
  'ref/draft',
  'ref/repeated',
  'schema/missing',
  'shown/same',
  'shown/unnamed',
]

describe('the examples of a rule', () => {
  it('are either run by this test or listed as not runnable', () => {
    expect([...Object.keys(runs), ...notRun].sort()).toEqual([...ids].sort())
  })

  it.each(Object.entries(runs))('include a bad one that violates %s and a good one that does not', async (id, run) => {
    const { bad = '', good = '' } = explanations[id] ?? {}
    const example = (text: string) =>
      text
        .replace('(U+000B)', '\v')
        .replace('(mark)', '\uFEFF')
        .replace('>>>>>>>>>> … a thousand times', '>'.repeat(1000))
    expect(await run(example(bad))).toContain(id)
    // A good example in parentheses is an instruction, which cannot be run.
    if (!good.startsWith('(')) expect(await run(example(good))).not.toContain(id)
  })
})
