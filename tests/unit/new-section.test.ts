import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runNewSectionCommand } from '../../cli/commands/new-section.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { formatDiff } from '../../cli/diagnostics/format-diff.ts'
import { projectRoot } from '../../cli/paths.ts'
import { readContentIndex } from '../../cli/refactor/read-items.ts'
import { planSectionInsertion } from '../../cli/scaffold/new/add-section.ts'
import { sectionDescriptions } from '../../cli/scaffold/new/draft.ts'

const home = mkdtempSync(path.join(tmpdir(), 'new-section-'))
const folder = path.join(home, 'content')
cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), folder, { recursive: true })
// Sections with a picture need one.
mkdirSync(path.join(folder, 'images'), { recursive: true })
writeFileSync(path.join(folder, 'images', 'tide.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
afterAll(() => rmSync(home, { recursive: true, force: true }))

const cache = createParseCache(path.join(home, 'cache'))
const at = (file: string) => path.join(folder, file)
const page = at('pages/try.yaml')
const fields =
  'path: /try\ntitle: A page to try on\ndescription: A page on which every kind of section is tried, one at a time, so that each is seen to be right once.\n'
const withPage = (sections: string) => {
  writeFileSync(page, fields + sections)
  return readContentIndex(folder, { cache, edition: { today: '2026-11-23' } })
}
const add = async (sections: string, type: string, after?: string) =>
  (await planSectionInsertion(await withPage(sections), type, { page: 'pages/try', after })).change.after.slice(
    fields.length,
  )

const hero = '  - type: hero\n    heading: Try\n'
const closing = '  - type: closing\n    heading: Try\n    actions: [{ label: Home, to: / }]\n'

describe('site new section', () => {
  it('creates, for every type, a section in which unwritten text is the only reported problem', async () => {
    const bare = await withPage(`sections:\n${hero}${closing}`)
    const without = await withPage(`sections:\n${closing}`)
    const opens = without.problems.map(({ rule }) => rule)
    for (const [type, means] of sectionDescriptions) {
      expect(means, type).toMatch(/^[A-Z].{12,}[^.]$/)
      const isHero = type.endsWith('hero')
      const named = isHero ? without : bare
      writeFileSync(page, `${fields}sections:\n${isHero ? '' : hero}${closing}`)
      const { change, line, number } = await planSectionInsertion(named, type, { page: '/try' })
      const { problems } = await named.dryRun(new Map([['content/pages/try.yaml', change.after]]))
      expect([type, ...problems.map(({ rule }) => rule)].filter((rule) => rule !== 'text/unwritten')).toEqual([type])
      expect(change.after.split('\n')[line - 1], type).toBe(`  - type: ${type}`)
      expect([type, number]).toEqual([type, isHero ? 1 : 2])
    }
    expect(opens).toEqual(['page/heading'])
  })

  it('inserts a section before the closing section or at a given position, and changes nothing else', async () => {
    const spaced = `sections: # from top to bottom\n${hero}    # picture: none yet\n\n  # The last word\n${closing}draft: true\n`
    const put = await add(spaced, 'quote')
    expect(put).toMatch(/none yet\n\n {2}- type: quote\n {4}# .*\n {4}testimonial: \S+\n\n {2}# The last word\n/)
    expect(put.replace(/ {2}- type: quote\n.*\n.*\n\n/, '')).toBe(spaced)
    expect(await add(`sections:\n${hero}${closing}`, 'quote', 'closing')).toMatch(/to: \/ \}\]\n {2}- type: quote\n/)
    expect(await add(`sections:\n${hero}${closing}`, 'quote', '1')).toMatch(/heading: Try\n {2}- type: quote\n/)
    // The file has different indentation, Windows line endings and no final line break.
    const other = `sections:\n${hero}`.replace(/^ {2}/gm, '').replaceAll('\n', '\r\n').trimEnd()
    expect(await add(other, 'quote')).toMatch(/Try\r\n\r?\n?- type: quote\r\n {2}# .*\r\n {2}testimonial: \S+$/)
  })

  it('fills in references to published entries that are not used yet, and to facts that contain a number', async () => {
    const first = /testimonial: (\S+)/.exec(await add(`sections:\n${hero}`, 'quote'))?.[1] ?? ''
    expect(await add(`sections:\n${hero}  - type: quote\n    testimonial: ${first}\n`, 'quote')).not.toMatch(
      new RegExp(`${first}[^]*${first}`),
    )
    const file = at(`testimonials/${first}.yaml`)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^/, 'draft: true\n'))
    expect(await add(`sections:\n${hero}`, 'quote')).not.toContain(first)
    writeFileSync(file, text)
    writeFileSync(at('testimonials/zoe-sails.yaml'), text)
    expect(await add(`sections:\n${hero}`, 'quote')).toContain('testimonial: zoe-sails\n')
    rmSync(at('testimonials/zoe-sails.yaml'))
    expect(await add(`sections:\n${hero}`, 'stats')).toMatch(/- fact: \S+/)
  })

  it('fills in a form that no page uses, or reports which one is used again', async () => {
    const plan = async () => planSectionInsertion(await withPage(`sections:\n${hero}`), 'form', { page: 'pages/try' })
    const used = await plan()
    expect(used.usedForm).toMatch(/./)
    expect(used.lines.join('\n')).toContain(`form: ${used.usedForm}`)
    // The name also occurs in the text of the page.
    const spare = readFileSync(at('forms/contact.yaml'), 'utf8').replace('formType: contact', 'formType: try')
    writeFileSync(at('forms/try.yaml'), spare)
    const unused = await plan()
    rmSync(at('forms/try.yaml'))
    expect(unused.lines.join('\n')).toContain('form: try')
    expect(unused.usedForm).toBeUndefined()
    await withPage(`sections:\n${hero}`)
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => print.mockRestore())
    await runNewSectionCommand('form', {
      ...{ content: folder, out: '', json: false, quiet: false, dryRun: true, in: 'pages/try' },
    })
    expect(print.mock.calls.flat().join('')).toContain(
      `All published forms are in use, so this section shows "${used.usedForm}" again`,
    )
  })

  it.each([
    ['hero', `sections:\n${hero}`, undefined, 'this page already has a hero'],
    ['quote', `sections:\n${hero}  - type: hreo\n`, undefined, 'try.yaml has errors. Fix them first'],
    ['quote', 'sections: [{ type: hero, heading: Try }]\n', undefined, 'are not a YAML list'],
    [
      'quote',
      `sections:\n${hero}${closing}${closing}`,
      'closing',
      'the page has more than one such section. Its sections are 1 hero, 2 closing, 3',
    ],
    ['quote', `sections:\n${hero}`, '2', 'the page has no such section'],
    ['quote', `sections:\n${hero}    text: |+\n      Kept.\n\n\n`, undefined, 'other parts of the file would change'],
  ])('refuses to add a section of type %s to a page that contains %j', async (type, sections, after, why) => {
    await expect(add(sections, type, after)).rejects.toThrow(why)
  })

  it('refuses files without sections, unknown pages and unknown types', async () => {
    const named = await withPage(`sections:\n${hero}`)
    for (const [page, why] of [
      ['privacy', 'privacy.md is a text-page; only a page has a list of sections'],
      ['testimonials/abel-rope', 'is a testimonial; only a page'],
      ['reply-time', 'facts.yaml is not a page'],
      ['pages/tyr', 'Did you mean pages/try?'],
    ] as const)
      await expect(planSectionInsertion(named, 'quote', { page }), page).rejects.toThrow(why)
    const options = { content: folder, out: '', json: true, quiet: true, dryRun: false }
    await expect(runNewSectionCommand('jbos', options)).rejects.toThrow('Did you mean jobs?')
    await expect(runNewSectionCommand('quote', { ...options, after: 'hero' })).rejects.toThrow('require --in <page>')
    const empty = path.join(home, 'empty')
    mkdirSync(empty)
    for (const part of ['pages', 'forms', 'site.yaml', 'facts.yaml'])
      cpSync(at(part), path.join(empty, part), { recursive: true })
    await expect(planSectionInsertion(await readContentIndex(empty), 'quote', { page: 'pages/try' })).rejects.toThrow(
      'which is empty. site new testimonial <name> creates one.',
    )
  })
})

it('formatDiff shows added and replaced lines', () => {
  const shown = (before: string, after: string) =>
    stripVTControlCharacters(formatDiff({ file: 'content/a.yaml', before, after }, folder))
      .split('\n')
      .slice(1, -1)
  expect(shown('a\nb\nb\nc\n', 'a\nb\nb\nb\nc\n')).toEqual(['  + 4 │ b'])
  expect(shown('a\nb', 'a\nx\ny\nb\n')).toEqual(['  - 2 │ b', '  + 2 │ x', '  + 3 │ y', '  + 4 │ b', '  + 5 │ '])
  expect(shown('a', 'a\nb')).toEqual(['  + 2 │ b'])
  expect(shown('a\nb\n', 'a\nc\n')).toEqual(['  - 2 │ b', '  + 2 │ c'])
})
