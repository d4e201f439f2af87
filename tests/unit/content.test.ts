import { describe, expect, it } from 'vitest'
import { fillFacts } from '../../cli/content/facts.ts'
import { splitFrontMatter } from '../../cli/content/front-matter.ts'
import { labelFootnotes } from '../../cli/content/markdown/headings.ts'
import { renderMarkdown } from '../../cli/content/markdown/render.ts'
import { listReferences } from '../../cli/content/schema/walk-schema.ts'
import { parseYaml, type YamlSource } from '../../cli/content/yaml/source.ts'
import { toLocation } from '../../cli/diagnostics/location.ts'
import { findNearestWord } from '../../cli/diagnostics/suggest.ts'
import type { Labels } from '../../src/entries/labels.ts'
import { formatSalary } from '../../src/sections/entry-views.ts'
import { sectionSchema } from '../../src/sections/section.ts'
import { parseFigure } from '../../src/sections/stats/schema.ts'

describe('fillFacts', () => {
  it('replaces the names of known facts in all nested strings, and reports unknown names', () => {
    const unknown: string[] = []
    const filled = fillFacts(
      { a: ['{reply} at once', 3], b: { c: '{oops} {n} of {m}' } },
      new Map([['reply', '24 hours']]),
      (name, path) => unknown.push(`${name} at ${path.join('.')}`),
    )
    expect(filled).toEqual({ a: ['24 hours at once', 3], b: { c: '{oops} {n} of {m}' } })
    expect(unknown).toEqual(['oops at b.c'])
  })
})

describe('figures in Markdown', () => {
  it('become empty placeholder elements, and unsafe URLs of other images are removed', async () => {
    const { html, words, analysis } = await renderMarkdown('One.\n\n![](figure:sum)\n\n![x](javascript:sum) two.\n')
    expect(html).toBe(
      '<p>One.</p>\n<figure data-figure="sum" data-alt="" data-caption=""></figure>\n<p><img alt="x"> two.</p>',
    )
    expect(words).toBe(2)
    expect(analysis.links.map(({ alone }) => alone)).toEqual([true, false])
  })

  it('are ignored inside a sentence, a list or a quote', async () => {
    const text = 'See ![](figure:a).\n\n- ![](figure:b)\n\n> ![](figure:c)\n\n![d][d]\n\n[d]: figure:d\n'
    const { html, analysis } = await renderMarkdown(text)
    expect(html.match(/data-figure="\w"/g)).toEqual(['data-figure="d"'])
    expect(analysis.links.map(({ alone }) => alone)).toEqual([false, false, false, true])
  })
})

describe('footnotes', () => {
  it('have the heading and the link names of the site', async () => {
    const labels = { footnotes: 'Quellen & mehr', backToReference: 'Zurück zu "{n}"' } as Labels
    const rendered = await renderMarkdown('A[^1], again[^1]. Footnotes\n\n## Footnotes\n\n[^1]: Back to reference 1.\n')
    const { html, headings } = labelFootnotes(rendered, labels)
    expect(html).toContain('id="footnote-label">Quellen &amp; mehr</h2>')
    const names = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)
    expect(names).toEqual(['Zurück zu &quot;1&quot;', 'Zurück zu &quot;1-2&quot;'])
    expect(headings.map(({ text }) => text)).toEqual(['Footnotes', 'Quellen & mehr'])
    expect(html).toContain('>Footnotes</h2>')
    expect(html).toContain('Back to reference 1.')
  })
})

describe('parseYaml', () => {
  const text = 'first: 1\nlist:\n  - name: a\n    colour: red\n'
  const { source } = parseYaml('f.yaml', text, text, 0)
  const locate = (...where: Parameters<YamlSource['range']>) => toLocation(text, source.range(...where))

  it('returns the ranges of values and keys', () => {
    expect(locate(['list', 0, 'colour'])).toEqual({ line: 4, column: 13, length: 3 })
    expect(locate(['list', 0, 'colour'], 'key')).toEqual({ line: 4, column: 5, length: 6 })
  })

  it('returns the range of the nearest existing parent if a value is missing', () => {
    expect(locate(['list', 0, 'missing']).line).toBe(3)
  })

  it('counts the lines of front matter from the start of the file', () => {
    const file = '---\ntitle: x\nday: y\n---\nbody\n'
    const front = splitFrontMatter('f.md', file)
    if ('rule' in front) throw new Error(front.rule)
    const { source } = parseYaml('f.md', file, front.yaml, front.start)
    expect(toLocation(file, source.range(['day']))).toMatchObject({ line: 3, column: 6 })
    expect(front.body).toBe('body\n')
  })

  it('reports a duplicate key at its second occurrence', () => {
    const twice = 'a: 1\nb: 2\na: 3\n'
    expect(parseYaml('f.yaml', twice, twice, 0).problems).toMatchObject([
      { rule: 'yaml/duplicate-key', line: 3, column: 1 },
    ])
  })
})

describe('splitFrontMatter', () => {
  it.each([
    ['no front matter', 'front-matter/missing'],
    ['---\ntitle: x\nno end\n', 'front-matter/unterminated'],
    ['---js\n{}\n---\n', 'front-matter/language'],
    ['----\ntitle: x\n---\n', 'front-matter/language'],
    ['---\ntitle: x\n--- no end\n', 'front-matter/unterminated'],
    ['---\ntitle: x\n----\n---\n', 'front-matter/unterminated'],
  ])('rejects %j because it violates the rule %s', (text, rule) => {
    expect(splitFrontMatter('f.md', text)).toMatchObject({ rule, line: 1, column: 1 })
    // A second call must return the same result. Without options, gray-matter would cache its input.
    expect(splitFrontMatter('f.md', text)).toMatchObject({ rule })
  })

  it.each([
    ['---\n---\nbody', '', 4],
    ['---\n---', '', 4],
    ['---\r\n---\r\nbody', '', 5],
    ['--- yaml \n# comment\n---  \nbody', '# comment', 10],
    ['---\n\na: 1\n\n---\nbody', '\na: 1\n', 4],
  ])('returns the front matter and its offset in %j', (text, yaml, start) => {
    expect(splitFrontMatter('f.md', text)).toMatchObject({ yaml, start })
  })

  it('accepts Windows line endings', () => {
    expect(splitFrontMatter('f.md', '---\r\ntitle: x\r\n---\r\nbody\r\n')).toMatchObject({
      yaml: 'title: x',
      body: 'body\r\n',
    })
  })
})

describe('renderMarkdown', () => {
  it('removes scripts and event handlers', async () => {
    const { html } = await renderMarkdown(
      '<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>\n',
    )
    expect(html).not.toMatch(/script|onerror/)
  })

  it('lists second-level headings with their anchors, and counts words', async () => {
    const { headings, words } = await renderMarkdown('One two\n\n## The fix\n\nthree\n\n### Not this\n')
    expect(headings).toEqual([{ id: 'the-fix', text: 'The fix' }])
    expect(words).toBe(7)
  })

  it('wraps tables in a scrolling container, and marks their header cells', async () => {
    const { html } = await renderMarkdown('| | Amazon |\n|---|---|\n| Fee | 15% |\n')
    expect(html).toContain('<div class="tbl"><table>')
    expect(html).toContain('<th scope="row">Fee</th>')
    expect(html).toContain('<th scope="col" class="num">Amazon</th>')
  })

  it('marks cells as numeric only in columns of numbers', async () => {
    const { html } = await renderMarkdown(
      '| Week | Spend | Done |\n|---|---|---|\n| 1 | $40 | Titles |\n| 2 | | Bids |\n',
    )
    expect(html.match(/<t[hd][^>]*>[^<]*/g)?.filter((cell) => cell.includes('num'))).toEqual([
      '<th scope="col" class="num">Spend',
      '<td class="num">$40',
      '<td class="num">',
    ])
  })
})

describe('content helpers', () => {
  it('findNearestWord returns the most similar candidate, or undefined if none is similar', () => {
    expect(findNearestWord('harbor-cofee', ['harbor-coffee', 'other'])).toBe('harbor-coffee')
    expect(findNearestWord('xyz', ['harbor-coffee', 'other'])).toBeUndefined()
  })

  it('parseFigure splits a claim into prefix, number and suffix', () => {
    expect(parseFigure('81%')).toEqual({ text: '81%', prefix: '', value: 81, suffix: '%' })
    expect(parseFigure('$32.5M+')).toEqual({ text: '$32.5M+', prefix: '$', value: 32.5, suffix: 'M+' })
  })

  it('formatSalary abbreviates round thousands, and states the period unless it is a year', () => {
    const labels = { perMonth: '{salary} a month', perHour: '{salary} an hour' } as Labels
    const format = (min: number, max: number, per: 'year' | 'month' | 'hour' = 'year') =>
      formatSalary({ salary: { min, max, currency: 'USD', per } }, { labels, language: 'en-US' })
    expect(format(70_000, 90_000)).toBe('$70K-$90K')
    expect(format(52_500, 60_000)).toBe('$52,500–$60,000')
    expect(format(17.5, 21, 'hour')).toBe('$17.50–$21 an hour')
    expect(format(1450, 1450, 'month')).toBe('$1,450 a month')
    expect(formatSalary({}, { labels, language: 'en-US' })).toBeUndefined()
  })

  it('listReferences finds the references that the schema defines', () => {
    const text = '{ type: testimonials, heading: x, items: [a, b] }'
    const { source } = parseYaml('f.yaml', text, text, 0)
    expect(listReferences({ schema: sectionSchema, source, data: source.data })).toEqual([
      { collection: 'testimonials', slug: 'a', path: ['items', 0] },
      { collection: 'testimonials', slug: 'b', path: ['items', 1] },
    ])
  })
})
