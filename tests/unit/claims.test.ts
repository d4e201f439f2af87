import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const article = 'blog/ceilings-for-ads.md'
const facts = `profit-growth: 81%
average-growth: 298%
retention: 92%
plan-within: 1 week
call-length: 30-minute
client-revenue: $100K+
first-results: 30-60 days
`
/** Appends text to an article and `facts` to facts.yaml, and returns the reported problems. */
async function claimsOf(text: string) {
  const { problems } = await harbor.check((content) => {
    appendFileSync(path.join(content, 'facts.yaml'), facts)
    appendFileSync(path.join(content, article), `\n${text}\n`)
  })
  return problems
}

describe('a number that is not about the company', () => {
  it.each([
    'Amazon reported 14% profit growth.',
    'Growth of 40% is rare.',
    'One client had retention of 60%.',
    'Profit growth of 12% is what most brands see in a good year.',
    'The marketplace keeps 15% of each order.',
    'A rival promises first results in 7 days.',
    'Most agencies ask for client revenue of $5M.',
    'Their call took a 90-minute detour.',
    'Walmart grew 22% in a year.',
    'Retention fell from 70% to 40% after the fee.',
    'An average growth of 3% is what the category does.',
    'Of 100 shoppers, 64% never scroll.',
    'The plan came within 3 weeks at our last agency.',
    'Repeat orders were 12% before we changed the pack.',
    'Conversion of 13.2% is above average.',
    'A return rate of 9% eats the margin.',
    'The audit by the tax office took 9 days.',
    'Inflation was 3% that year.',
    'Prime Day brought 30% more clicks and 4% less profit.',
    'In 2023, 38% of brands raised prices.',
    'A 45-minute call is too long for a first talk.',
    'Units shipped: 2.2M in the whole category.',
  ])('is not reported as an error: %s', async (text) => {
    expect((await claimsOf(text)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it.each([
    ['in the same paragraph', 'One client had retention of 60%. <!-- meant: 60% -->'],
    ['on a separate line', '<!-- meant: 60%, 14% -->\n\nRetention of 60%, and 14% profit growth.'],
    ['although it equals a fact by coincidence', '<!-- meant: 92% -->\n\nA rival has retention of 92%.'],
  ])('can be allowed with a comment %s', async (_, text) => {
    expect(await claimsOf(text)).toEqual([])
  })

  it('can be allowed with a YAML comment in the front matter', async () => {
    const summary = 'summary: Of those, 12% are repeat orders.'
    expect((await harbor.edit(article, /summary: .*/, summary)).problems).toMatchObject([
      { rule: 'fact/contradiction' },
    ])
    expect((await harbor.edit(article, /summary: .*/, `${summary} # meant: 12%`)).problems).toEqual([])
  })
})

describe('a number that the context identifies as a fact from facts.yaml', () => {
  it.each([
    ['We stand for 82% profit growth.', 'fact/contradiction', '82%'],
    ['Our retention is 90%.', 'fact/contradiction', '90%'],
    ['You see first results in 90 days.', 'fact/contradiction', '90 days'],
    ['It begins with a 45-minute call.', 'fact/contradiction', '45-minute'],
    ['Retention is 92%.', 'fact/repeated', undefined],
  ])('is reported: %s', async (text, rule, found) => {
    expect(await claimsOf(text)).toMatchObject([{ rule, severity: 'warning', ...(found && { found }) }])
  })

  it.each([
    ['in { }', 'success: { text: An audit takes 5 days now }', true],
    ['in { } and quotes', 'success: { text: "An audit takes 5 days now" }', false],
    ['at the start of a value', 'success:\n  text: 5 days of audit', true],
    ['in the middle of a value', 'success:\n  text: An audit takes 5 days', false],
  ])('is reported, with a hint to add quotes only if YAML needs them: %s', async (_, written, needed) => {
    const { problems } = await harbor.edit('forms/contact.yaml', /success:\n {2}text:.*/, written)
    const quotes = ' Put quotes around the whole text: "… {audit-time} …".'
    expect(problems.map(({ help }) => help)).toEqual([
      `Write {audit-time}, so that it changes with the fact.${needed ? quotes : ''}`,
    ])
  })

  it.each([
    ['inline code', 'Write `retention of 60%` there.'],
    ['a code block', '```\nretention of 92%\n```'],
    ['a URL', 'See [the table](https://example.com/?retention=92%25&retention-92%).'],
    ['a block quote', '> We had retention of 92%.'],
    ['quotation marks', 'She said “retention of 60% would do”.'],
  ])('is ignored in %s', async (_, text) => {
    expect(await claimsOf(text)).toEqual([])
  })

  it('is ignored in testimonials and form values', async () => {
    const said = await harbor.edit('testimonials/abel-rope.yaml', /quote: .*/, 'quote: Of ours, 12% are repeat orders.')
    expect(said.problems).toEqual([])
    const sent = await harbor.edit('forms/contact.yaml', 'value: both', 'value: 64% repeat orders')
    expect(sent.problems).toEqual([])
  })
})

describe('placeholders such as {brand}', () => {
  it.each([
    ['in inline code', 'Use `{foo}`, or ``{a`b}``.', '<code>{foo}</code>'],
    ['in a code block', '```js\nconst x = {foo}\n```', 'const x = {foo}'],
    ['after a backslash', 'Write \\{foo} there.', 'Write {foo} there.'],
  ])('are not replaced %s', async (_, text, shown) => {
    const { content, problems } = await harbor.edit(article, /\n$/, `\n\n${text}\n`)
    expect(problems).toEqual([])
    const { html = '' } = content?.articles.find(({ slug }) => slug === 'ceilings-for-ads') ?? {}
    // Code is highlighted by span elements.
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain(shown)
  })

  it('are not replaced after a backslash in a field, and the backslash is removed', async () => {
    const { content } = await harbor.edit(article, /summary: .*/, 'summary: Write \\{brand} for {brand}.')
    const summary = content?.articles.find(({ slug }) => slug === 'ceilings-for-ads')?.summary
    expect(summary).toBe('Write {brand} for Harbor & Pine.')
  })

  it('are still recognized between two code spans', async () => {
    const { problems } = await harbor.edit(article, /\n$/, '\n\n`one` {foo} `two`\n')
    expect(problems).toMatchObject([{ rule: 'fact/unknown' }])
  })
})

it.each([
  ['Write a TODO list first.', 0],
  ['The TODO list is short. TODO lists help.', 0],
  ['TODO the rest', 1],
  ['# TODO a heading', 1],
  ['- TODO one', 1],
  ['All is said. TODO check it.', 1],
])('in the text "%s", the number of reported TODO placeholders is %i', async (text, count) => {
  const { problems } = await harbor.edit(article, /\n$/, `\n\n${text}\n`)
  expect(problems.filter(({ rule }) => rule === 'text/unwritten')).toHaveLength(count)
})

it('a TODO in a YAML comment is not reported', async () => {
  expect((await harbor.edit('facts.yaml', /$/, '# TODO ask for the new figure\n')).problems).toEqual([])
})
