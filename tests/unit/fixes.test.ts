import { lstatSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planFixes, writeFixes } from '../../cli/engine/apply-fixes.ts'
import { fuzzContent } from '../chaos/fuzz/fuzz-content.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const quote = 'testimonials/abel-rope.yaml'
const article = 'blog/ceilings-for-ads.md'
const form = 'forms/contact.yaml'
const contact = 'pages/contact.yaml'
const faq = 'faqs/home.yaml'
const service = 'services/ad-tending.yaml'
const success = /success:\n {2}text:.*\n/

describe('site check --fix', () => {
  it.each([
    [
      'the value of a fact inside { }',
      form,
      success,
      'success: { text: An audit takes 5 days now }\n',
      'fact/repeated',
    ],
    ['a fact inside { }', form, success, 'success: { text: The audit takes {audit-time} now }\n', 'yaml/needs-quotes'],
    ['a fact at the start of { }', form, success, 'success: { text: {brand} is here }\n', 'yaml/needs-quotes'],
    ['text on the same line as >-', faq, 'answer: >-\n      With', 'answer: >- With', 'yaml/needs-quotes'],
    ['text on the same line as |', faq, /answer: "Within.*/, 'answer: | Within a day', 'yaml/needs-quotes'],
    ['an anchor before a word', service, 'group: sell', 'group: &g sell', 'yaml/needs-quotes'],
    ['an alias before a word', service, 'group: sell', 'group: *g', 'yaml/needs-quotes'],
    ['a tag before a choice', service, 'group: sell', 'group: !x sell', 'yaml/needs-quotes'],
    ['a different year in a link', article, '/services/ad-tending', '/blog/ceilings-for-ads-2026', 'link/dead'],
    ['a different number in an image name', article, 'figure:click', '../images/shelves2.png', 'image/missing'],
    ['a different year in a fact', article, 'Bid 40.', 'Bid {units-shipped-2026}.', 'fact/unknown'],
    [
      'a tab that could attach a list item to the item above it',
      'jobs/listing-keeper.md',
      '  - Patience with',
      '\t  - Patience with',
      'yaml/tab',
    ],
    [
      'indentation that contains a no-break space',
      service,
      '  heading: No order',
      ' \u00a0heading: No order',
      'yaml/missing-space',
    ],
  ] as const)('leaves an ambiguous mistake unchanged: %s', async (_, file, old, text, rule) => {
    const { problems } = await harbor.edit(file, old, text)
    expect(problems.map((problem) => problem.rule)).toContain(rule)
    expect(problems.filter(({ fix }) => fix)).toEqual([])
    const before = readFileSync(path.join(harbor.content, file), 'utf8')
    expect(await harbor.fix(file)).toBe(before)
  })
})

describe('a fix', () => {
  it.each([
    [
      'ends before a trailing comment',
      quote,
      /company: .*/,
      'company: Founder: rope # as agreed',
      'company: "Founder: rope" # as agreed',
    ],
    ['adds a space after a dash', 'pages/home.yaml', '      - abel-rope', '      -abel-rope', '      - abel-rope'],
    ['replaces an asterisk bullet', 'jobs/listing-keeper.md', '- Patience with', '* Patience with', '- Patience with'],
    ['replaces a no-break space', quote, 'author: Abel', 'author:\u00a0Abel', 'author: Abel'],
    [
      'keeps the title of a corrected link',
      article,
      '(/services/ad-tending)',
      '(/services/ad-tendng "why")',
      '(/services/ad-tending "why")',
    ],
    // The fix corrects the misspelled definition, not the links and references that are spelled correctly.
    ['corrects the case of a path', contact, 'path: /contact', 'path: /Contact', 'path: /contact'],
    ['removes the trailing slash of a path', contact, 'path: /contact', 'path: /contact/', 'path: /contact'],
    ['removes the extension of a path', contact, 'path: /contact', 'path: /contact.html', 'path: /contact'],
    ['adds a leading slash to a path', contact, 'path: /contact', 'path: contact', 'path: /contact'],
    ['corrects the id of a section', contact, 'id: form', 'id: "#Form"', 'id: form'],
    ['corrects the id of a group', 'site.yaml', 'id: sell', 'id: Sell', 'id: sell'],
    ['corrects the name of a fact', 'facts.yaml', 'reply-time:', 'Reply_Time:', 'reply-time:'],
    ['corrects the name of a figure', article, '  click:', '  Click:', '  click:'],
  ] as const)('leaves the rest of the file unchanged: %s', async (_, file, old, text, mended) => {
    const { problems } = await harbor.edit(file, old, text)
    expect(problems).toHaveLength(1)
    const broken = readFileSync(path.join(harbor.content, file), 'utf8')
    expect(await harbor.fix(file)).toBe(broken.replace(text, () => mended))
    expect((await harbor.load()).problems).toEqual([])
  })
})

describe('writing fixes', () => {
  const breakGroup = () => harbor.edit(service, 'group: sell', 'group: Sell')
  const file = path.join(harbor.content, service)

  it('fails if a file was saved after the check', async () => {
    const checked = await breakGroup()
    const saved = `# A comment that moves everything\n${readFileSync(file, 'utf8')}`
    writeFileSync(file, saved)
    expect(() => planFixes(harbor.content, checked)).toThrow('has changed since it was read')
    expect(readFileSync(file, 'utf8')).toBe(saved)
    expect(checked.texts.get(`harbor/${service}`)).not.toContain('A comment that moves everything')
  })

  it('replaces each file atomically and follows symbolic links', async () => {
    const checked = await breakGroup()
    const target = path.join(harbor.content, '..', 'linked.yaml')
    renameSync(file, target)
    symlinkSync(target, file)
    const { ino } = statSync(target)
    writeFixes(harbor.content, planFixes(harbor.content, checked))
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain('group: sell')
    // The file was replaced rather than overwritten, so readers never see a partial file.
    expect(statSync(target).ino).not.toBe(ino)
    rmSync(file)
  })
})

it('--fix reindents a file that is indented only with tabs', async () => {
  let before = ''
  const { problems } = await harbor.check((content) => {
    const target = path.join(content, service)
    before = readFileSync(target, 'utf8')
    const lines = before.split('\n').map((line) => line.replace(/^ +/, (blanks) => '\t'.repeat(blanks.length / 2)))
    writeFileSync(target, lines.join('\n'))
  })
  expect(problems).toMatchObject([{ rule: 'yaml/tab', message: expect.stringMatching(/^\d\d lines are/) }])
  expect(await harbor.fix(service)).toBe(before)
})

it('damaged files cause no crashes, harmful fixes or silently dropped entries', async () => {
  const seed = 20261122
  console.info(`seed ${seed}; run more cases with: npm run chaos fuzz`)
  const { tried, crashes, worse, dropped, fixesApplied } = await fuzzContent(30, seed)
  expect({ tried, crashes, worse, dropped }).toEqual({ tried: 30, crashes: [], worse: [], dropped: [] })
  expect(fixesApplied).toBeGreaterThan(0)
})
