import { describe, expect, it } from 'vitest'
import { labelCallouts } from '../../cli/content/markdown/callouts.ts'
import { renderMarkdown } from '../../cli/content/markdown/render.ts'
import { fillFigureSlots } from '../../src/drawings/figure-slot.ts'
import type { Picture } from '../../src/drawings/picture.ts'
import type { Labels } from '../../src/entries/labels.ts'
import { getContrastRatio } from '../../src/theme/contrast.ts'
import { getHexColor } from '../../src/theme/tokens.ts'

const render = async (text: string) => (await renderMarkdown(text)).html
/** Returns the kinds and the source of the markup problems in a text. */
const markupProblemsOf = async (text: string) =>
  (await renderMarkdown(text)).analysis.problems.map(({ kind, start, end }) => [kind, text.slice(start, end)])

describe('an image on its own line', () => {
  it('becomes a figure whose caption is the title', async () => {
    const figure =
      '<figure class="captioned"><img src="../images/a.png" alt="A"><figcaption class="cap">B &#x26; &#x3C;c></figcaption></figure>'
    expect(await render('![A](../images/a.png "B & <c>")\n')).toBe(figure)
    expect(await render('![A][a]\n\n[a]: ../images/a.png (B & <c>)\n')).toBe(figure)
  })

  it('remains an image without a title, and inside a sentence, a list or a quote', async () => {
    expect(await render('![A](../images/a.png)\n')).toBe('<p><img src="../images/a.png" alt="A"></p>')
    for (const text of ['See ![A](a.png "B").', '- ![A](a.png "B")', '> ![A](a.png "B")'])
      expect(await render(text)).not.toContain('figure')
  })

  it('is reported if the caption contains markup', async () => {
    expect(await markupProblemsOf('![A](a.png "See **this**")\n')).toEqual([['mark', '**this**']])
    expect(await markupProblemsOf('![A](a.png "A & B, 5 * 3")\n')).toEqual([])
  })

  it('replaces the caption of a drawing with the title', async () => {
    const drawn = (html: string) =>
      fillFigureSlots(html, { a: { alt: 'A', caption: 'Own' } as Picture }, ({ alt, caption }) => `${alt}, ${caption}`)
    expect(drawn(await render('![](figure:a "5% & more")\n'))).toBe('A, 5% & more')
    expect(drawn(await render('![B](figure:a)\n'))).toBe('B, Own')
  })
})

describe('a callout', () => {
  it('has a label in the language of the site', async () => {
    const labels = { note: 'Hinweis', caution: 'Vorsicht & "Halt"' } as Labels
    const rendered = await renderMarkdown('> [!NOTE]\n> A *note*\n> here.\n\n> [!caution]  \n> - B\n')
    expect(labelCallouts(rendered, labels).html).toBe(
      `<aside class="callout" role="note">
<p class="callout-label"><strong>Hinweis</strong></p>
<p>A <em>note</em>
here.</p>
</aside>
<aside class="callout callout-caution" role="note">
<p class="callout-label"><strong>Vorsicht &amp; &quot;Halt&quot;</strong></p>
<ul>
<li>B</li>
</ul>
</aside>`,
    )
    expect(rendered.analysis.problems).toEqual([])
  })

  it('is recognized with Windows line endings, and with an empty line below the marker', async () => {
    for (const text of ['> [!TIP]\r\n> A', '> [!TIP]\n>\n> A', '>[!TIP]\n> A'])
      expect(await render(text)).toMatch(/^<aside [\s\S]*<strong>tip<\/strong><\/p>\n<p>A<\/p>\n<\/aside>$/)
  })

  it('does not shift the positions of links and problems in its text', async () => {
    const text = '> [!TIP]\n> See [a](/b) and **c.\n'
    const { analysis } = await renderMarkdown(text)
    expect(analysis.links.map(({ start, end }) => text.slice(start, end))).toEqual(['/b'])
    expect(await markupProblemsOf(text)).toEqual([['mark', '**c.']])
  })

  it.each([
    ['of an unknown kind', '> [!NOTICE]\n> A', '[!NOTICE]'],
    ['with text beside its marker', '> [!NOTE] A\n> B', '[!NOTE]'],
    ['with formatted text beside its marker', '> [!NOTE]**A**\n> B', '[!NOTE]'],
    ['without text', '> [!NOTE]', '[!NOTE]'],
    ['outside a quote', '[!NOTE]\nA', '[!NOTE]'],
    ['in a list', '- > [!NOTE]\n  > A', '[!NOTE]'],
  ])('is reported and remains text: one %s', async (_, text, marker) => {
    expect(await render(text)).not.toContain('aside')
    expect(await markupProblemsOf(text)).toEqual([['callout', marker]])
  })

  it('remains a quote if its marker is escaped', async () => {
    expect(await render('> \\[!NOTE]\n> A')).toBe('<blockquote>\n<p>[!NOTE]\nA</p>\n</blockquote>')
    expect(await markupProblemsOf('> \\[!NOTE]\n> A')).toEqual([])
  })
})

describe('a code block', () => {
  it('marks the parts of code in a known language', async () => {
    expect(await render('```js\nconst a = "<b>" // c & d\n```\n')).toBe(
      `<pre><code class="language-js"><span class="code-keyword">const</span> a = <span class="code-value">"&#x3C;b>"</span> <span class="code-comment">// c &#x26; d</span>
</code></pre>`,
    )
    expect(await render('```diff\n-a\n+b\n```\n')).toMatch(/code-removed">-a<[\s\S]*code-value">\+b</)
  })

  it('keeps every character, also in code that contains another language', async () => {
    const code = '<a href="x&amp;y">\'</a><style>b { color: red }</style><script>let c = `a` && "</p>"</script>\n\n  d'
    const html = await render(`\`\`\`html\n${code}\n\`\`\`\n`)
    const shown = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#x3C;', '<')
      .replaceAll('&#x26;', '&')
    expect(html.match(/<(?!\/?span)[^>]*>/g)).toEqual(['<pre>', '<code class="language-html">', '</code>', '</pre>'])
    expect(html.match(/<span/g)?.length).toBe(html.match(/<\/span/g)?.length)
    expect(shown).toBe(`${code}\n`)
  })

  it('remains plain in an unknown language or without one', async () => {
    for (const language of ['', 'csv', '__proto__', 'constructor'])
      expect(await render(`\`\`\`${language}\nconst a\n\`\`\`\n`)).not.toContain('<span')
  })

  it.each(['light', 'dark'] as const)('has colors with sufficient contrast in the %s scheme', (scheme) => {
    for (const token of ['ink', 'cobalt', 'ok', 'muted', 'error'])
      expect(getContrastRatio(getHexColor(token, scheme), getHexColor('fill', scheme)), token).toBeGreaterThan(4.5)
  })
})
