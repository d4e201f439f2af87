import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Contract } from '../../src/forms/contract.ts'
import { prepareConsentFields } from '../../src/forms/kinds/consent/consent-fields.ts'
import { structuredData } from '../../src/sections/events/schema.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/** Returns the rule and the marked text of each problem in a file after its text has been changed. */
async function check(file: string, change: (text: string) => string, facts = '') {
  const { problems, texts } = await harbor.check((content) => {
    const edit = (name: string, own: (text: string) => string) => {
      const target = path.join(content, name)
      writeFileSync(target, own(readFileSync(target, 'utf8')))
    }
    edit(file, change)
    if (facts) edit('facts.yaml', (text) => `${text}${facts}\n`)
  })
  return problems.map((problem) => {
    const line = texts.get(problem.file)?.split('\n')[problem.line - 1] ?? ''
    return [problem.rule, line.slice(problem.column - 1, problem.column - 1 + problem.length)]
  })
}
const PORT = 'https://tickets.example:80800/x'

describe('site check reports addresses that no browser can parse', () => {
  it.each([
    [`[Tickets](${PORT})`, PORT],
    [`Tickets: <${PORT}>`, PORT],
    ['[Tickets](https://[)', 'https://['],
    ['[Tickets](<https://a b>)', 'https://a b'],
    ['[Tickets](//[x)', '//[x'],
    [`[Tickets][1]\n\n[1]: ${PORT}`, PORT],
  ])('in a body: %s', async (text, marked) => {
    const problems = await check('blog/ceilings-for-ads.md', (old) => `${old}\n${text}\n`)
    expect(problems).toEqual([['link/invalid', expect.stringContaining(marked)]])
  })

  it('in a body, if the address starts with backslashes', async () => {
    const text = String.raw`[Files](<\\\\my server\x>)`
    const problems = await check('blog/ceilings-for-ads.md', (old) => `${old}\n${text}\n`)
    expect(problems).toEqual([['link/invalid', expect.stringContaining('my server')]])
  })

  it('in a field', async () => {
    const problems = await check('pages/home.yaml', (old) => old.replace('to: /contact\n', `to: ${PORT}\n`))
    expect(problems).toEqual([['link/invalid', PORT]])
  })

  it('in a field with inline Markdown, and from a fact', async () => {
    const answer = `answer: "Buy [here](${PORT}) or [there]({tickets})."`
    const problems = await check('faqs/home.yaml', (old) => old.replace(/answer: .*/, answer), `tickets: ${PORT}`)
    expect(problems).toEqual([
      ['link/invalid', expect.stringContaining('{tickets}')],
      ['link/invalid', PORT],
    ])
  })

  it('in a redirect', async () => {
    const { problems } = await harbor.check((content) =>
      writeFileSync(path.join(content, 'redirects.yaml'), `/tickets: ${PORT}\n`),
    )
    expect(problems.map(({ rule, line, column }) => [rule, line, column])).toEqual([['link/invalid', 1, 11]])
  })
})

describe('an address that no browser can parse', () => {
  it('remains unchanged in the text of a consent field, so that the relay can render the form', () => {
    const consent = { kind: 'consent', name: 'terms', label: 'Terms', text: `I accept [the terms](${PORT}).` }
    const contract = { groups: [{ fields: [consent] }] } as unknown as Contract
    const [field] = prepareConsentFields(contract, 'https://harbor.example/contact').groups[0]?.fields ?? []
    expect(field).toMatchObject({ text: expect.stringContaining(`href="${PORT}"`) })
  })

  it('remains unchanged in the structured data of an event', () => {
    const item = { title: 'Fair', day: '2027-01-01', action: { label: 'Tickets', to: PORT } }
    const section = { type: 'events' as const, heading: 'Events', items: [item], empty: 'None.' }
    const content = { today: '2026-12-01', site: { url: 'https://harbor.example' } } as Parameters<
      typeof structuredData
    >[1]
    expect(structuredData(section as Parameters<typeof structuredData>[0], content)).toMatchObject([{ url: PORT }])
  })
})
