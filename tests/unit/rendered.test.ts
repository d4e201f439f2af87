import { describe, expect, it } from 'vitest'
import { explanations } from '../../cli/rules/list.ts'
import { checkXml } from '../../cli/rules/page/check-xml.ts'
import { locatePageProblem } from '../../cli/rules/page/problem.ts'
import { createPageChecker, findDuplicateMetadata } from '../../cli/rules/page/rules.ts'

const checkPage = createPageChecker()

const head = '<title>Ours</title><meta name="description" content="What it is."/>'
const page = (body: string, start = head) =>
  `<!DOCTYPE html><html><head>${start}</head><body><h1>Ours</h1>${body}</body></html>`
const problemsOf = (html: string) => checkPage(html).map(({ rule, text }) => [rule, ...(text ? [text] : [])])

describe('createPageChecker', () => {
  it.each([
    ['<p>Pay of {salary}.</p>', 'shown/braces', '{salary}'],
    ['<p title="Within {reply_time}">Soon</p>', 'shown/braces', '{reply_time}'],
    ['<img alt="About {brand}" src="/a.webp"/>', 'shown/braces', '{brand}'],
    ['<p>See [our terms](/terms of use).</p>', 'shown/markdown', '[our terms](/terms of use)'],
    ['<p>In **<bdi>24-48 hours</bdi>**.</p>', 'shown/markdown', '**24-48 hours**'],
    ['<p>##The fix</p>', 'shown/markdown', '##The fix'],
    ['<p>| Fee | Share |\n|---|</p>', 'shown/markdown', '| Fee | Share |\n|---|'],
    ['<h2>TODO a heading</h2><p>TODO more</p>', 'shown/unwritten', 'TODO a heading'],
    ['<p>One\vline</p>', 'shown/control', 'One\vline'],
    ['<p>To <a>our <i>terms</i></a> and <a href="/b">b</a></p>', 'shown/link', 'our terms'],
    ['<a href="">Nowhere</a>', 'shown/link', 'Nowhere'],
    ['<svg><rect height="NaN"/></svg>', 'shown/attribute'],
    ['<svg><path d="M0 0h-Infinity"/></svg>', 'shown/attribute'],
    ['<p class="box undefined">Text</p>', 'shown/attribute'],
    ['<h1>Big</h1>', 'shown/heading'],
    ['<h2 id=""></h2>', 'shown/id'],
    ['<i id="a"></i><i id="a"></i>', 'shown/id'],
    [
      '<script type="application/ld+json">{"@type":"JobPosting","description":"\\u003cp>Pay: {salary}\\u003c/p>"}</script>',
      'shown/braces',
      '{salary}',
    ],
  ])('reports the HTML %j, which violates the rule %s', (body, ...fault) => {
    expect(problemsOf(page(body))).toEqual([fault])
    expect(explanations[fault[0] as string]).toBeDefined()
  })

  it('reports a missing title and description', () => {
    expect(problemsOf(page('', '<title></title>'))).toEqual([['shown/unnamed'], ['shown/unnamed']])
  })

  it.each([
    '<pre><code>{name} **x** [a](b c)</code></pre><p>Write <code>{name}</code> or <kbd>`</kbd>.</p>',
    '<script>const a = "{n} of {m}"</script><style>a{color:red}</style><!-- {n} -->',
    '<script type="application/ld+json">{"description":"\\u003cp>\\u003ccode>{a}\\u003c/code> or \\u003cpre>\\u003ccode>{b}\\n\\u003c/code>\\u003c/pre>"}</script>',
    '<p data-label="{n} of {m}">Slide</p>',
    '<p>2 * 3 * 4, snake_case_name, #1 on Amazon, C:\\a_b_c, [sic], a | b, 5 ** 2</p><p># of orders</p>',
    '<p>Write a TODO list.</p><p>&#123;&quot;a&quot;: 1&#125;</p>',
    '<svg><text>#.##</text></svg><textarea>{draft}</textarea>',
    // Text that only looks like markup when its elements are removed
    '<p>[ci skip] (<a href="/12">#12</a>), {<b>name</b>}, &lt;<i>name</i>></p>',
  ])('accepts the valid HTML %j', (body) => {
    expect(checkPage(page(body))).toEqual([])
  })

  it('parses a tag with an unpaired quote in time proportional to its length', () => {
    const attributes = 'a"b '.repeat(50_000)
    expect(problemsOf(page(`<p ${attributes}`))).toEqual([])
  })

  it('reports a title that two pages share (findDuplicateMetadata)', () => {
    const same = findDuplicateMetadata(
      new Map([
        ['/a', page('')],
        ['/b', page('', head.replace('What', 'How'))],
      ]),
    )
    expect(same).toMatchObject([{ page: '/b', rule: 'shown/same', message: '/a has the same title: Ours' }])
  })

  it('accepts a title that versions of a page in several languages share', () => {
    const languages = ['/a', '/de/a'].map(
      (path) => `<link rel="alternate" hreflang="x" href="https://a.example${path}"/>`,
    )
    const version = page('', head + languages.join(''))
    const pages = [['/a', version] as const, ['/de/a', version] as const]
    expect(findDuplicateMetadata(new Map(pages))).toEqual([])
    expect(findDuplicateMetadata(new Map([...pages, ['/b', page('')]]))).toMatchObject([
      { page: '/b', message: '/a has the same title: Ours' },
      { page: '/b', message: '/a has the same description: What it is.' },
    ])
  })
})

describe('locatePageProblem', () => {
  const fault = { rule: 'shown/braces', message: 'visitors read it', help: 'Fix it.' }
  const texts = new Map([
    ['content/site.yaml', 'a: see {n}\n'],
    ['content/blog/a.md', '---\ntitle: A\n---\nSee {n} and [our\n  terms](/x y), not \\{this}.\n'],
  ])
  const at = (text: string | undefined, home: string) => {
    const problem = locatePageProblem({ ...fault, ...(text && { text }) }, '/blog/a', home, texts)
    return problem && `${problem.file}:${problem.line}:${problem.column}:${problem.length} ${problem.message}`
  }

  it.each([
    ['{n}', 'content/blog/a.md', 'content/blog/a.md:4:5:3'],
    ['{n}', 'content/blog/b.md', 'content/site.yaml:1:8:3'],
    ['[our terms](/x y)', 'content/blog/a.md', 'content/blog/a.md:4:13:4'],
    ['{nowhere}', 'content/blog/a.md', 'content/blog/a.md:1:1:1'],
    [undefined, 'content/blog/a.md', 'content/blog/a.md:1:1:1'],
  ])('locates the text %s of a page generated from %s at %s', (text, home, place) => {
    expect(at(text, home)).toBe(`${place} visitors read it (/blog/a)`)
  })
})

describe('checkXml', () => {
  const feed = '<?xml version="1.0"?>\n<feed xml:lang="en"><title>Fees &amp; more</title><link href="/a"/></feed>\n'

  it('accepts a well-formed feed', () => {
    expect(checkXml('feed.xml', feed)).toEqual([])
  })

  it.each([
    ['&amp;', '&', '3:0: unclosed tag: title'],
    ['Fees', 'Fe\ves', '2:30: disallowed character'],
    ['Fees', '1 < 2', '2:31: disallowed character in tag name'],
    ['</title>', '', '2:66: unexpected close tag'],
    ['</feed>', '', '3:0: unclosed tag: feed'],
    ['"/a"', '"/a?b&c"', '3:0: unclosed tag: feed'],
    ['</feed>', '</feed><feed/>', '2:80: documents may contain only one root'],
  ])('rejects the feed if %j is replaced with %j', (from, to, wrong) => {
    expect(checkXml('feed.xml', feed.replace(from, to))).toMatchObject([
      { rule: 'shown/feed', message: expect.stringContaining(`feed.xml is not well-formed: ${wrong}`) },
    ])
  })
})
