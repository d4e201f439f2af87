import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { toLocation } from '../../cli/diagnostics/location.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

/**
 * A replacement of `old` with `text`, in an existing file or in a copy of `from`. Without `old`, `text` is the whole
 * file. The brackets ⟦ ⟧ mark the expected range and are removed before the file is written.
 */
interface Change {
  file: string
  from?: string
  old?: RegExp
  text: string
}
/** A change that causes a problem in the marked range. */
interface Mistake extends Change {
  rule: string
  severity?: 'warning'
  /** Substrings of the message and the help. */
  message?: string
  help?: string
}

const article = 'blog/ceilings-for-ads.md'
const end = /\n$/
const quote = 'testimonials/abel-rope.yaml'
const job = 'jobs/listing-keeper.md'

const numbered = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('')

/** Changes that must not be reported. */
const legitimate: Change[] = [
  {
    file: 'faqs/many.yaml',
    text: `items:\n${numbered(13, (n) => `  - { question: Question ${n}?, answer: Yes. }\n`)}`,
  },
  {
    ...{ file: 'forms/contact.yaml', old: /( {8}options:\n)/ },
    text: `        options:\n${numbered(21, (n) => `          - { value: shop-${n}, label: Shop ${n} }\n`)}`,
  },
  {
    ...{ file: 'services/ad-tending.yaml', old: /(?=testimonial: abel-rope)/ },
    text: '    - { title: A call, description: You reach us. }\n',
  },
  {
    file: 'pages/years.yaml',
    text: `path: /years
title: What happened in which years
description: What happened in which years at the harbor, from the first berth to the last, in two lines and no more than that.
sections:
  - { type: hero, heading: Years, text: What happened. }
  - type: timeline
    heading: Years
    items:
      - { year: 1990s, title: The first berth, description: It was small. }
      - { year: 2004, title: The second, description: It was not. }
`,
  },
  { file: quote, old: /initials: AT/, text: 'initials: 王' },
  { file: quote, old: /company: .*/, text: 'company: If x<y and y>z, List<T>' },
  { file: 'site.yaml', old: /language: .*/, text: 'language: zh-Hans' },
  { file: 'site.yaml', old: /founded: .*/, text: 'founded: 1887' },
  { file: job, old: /salary:\n(?: .*\n)+/, text: '' },
  { file: job, old: /Pay of {salary}/, text: 'Fair pay' },
  { file: job, old: /title: .*/, text: 'title: CFO' },
  { file: 'services/listing-care.yaml', old: /metaTitle: .*/, text: 'metaTitle: SEO' },
  { file: 'blog/bare.md', from: article, old: /cover: [\s\S]*(?=figures:)/, text: '' },
  { file: 'blog/bare.md', old: /call:\n(?: .*\n)+/, text: '' },
  { file: 'blog/bare.md', old: /readTime: 2/, text: 'readTime: 75' },
  { file: 'blog/bare.md', old: end, text: '\n\nIf x<y and z>w then Array<T> holds.\n' },
  {
    ...{ file: 'blog/legitimate.md', from: article, old: end },
    text: `

## 🚀🚀

## Main

Never ship lorem ipsum. TBDs and MY-TBD/FIXME are names. \`FIXME\`

Emoji 👩‍💻, Persian می‌خواهم, Thai ภาษา\u200Bไทย, soft\u00ADhyphen, PÃO DE QUEIJO, IRMÃ”, a == b, array[[0]].

\`[[x]] {{< y >}} {#id} ==z== http://localhost\` and <https://localhost.example>

\`\`\`
# FIXME and TBD
<<<<<<< HEAD
{% if a %}
=======
:::
>>>>>>> main
\`\`\`
`,
  },
]

const unmarked = (text: string) => text.replace(/[⟦⟧]/g, '')

function change(content: string, { file, from, old, text }: Change) {
  const target = path.join(content, file)
  mkdirSync(path.dirname(target), { recursive: true })
  if (!old) return writeFileSync(target, unmarked(text))
  const copies = from !== undefined && !existsSync(target)
  const before = readFileSync(copies ? path.join(content, from) : target, 'utf8')
  if (!old.test(before)) throw new Error(`${file} has no ${old}`)
  // Titles, quotes and descriptions must be unique, so copies need their own.
  const own = copies
    ? before.replace(/^(title: |quote: |metaDescription: >-\n {2})/gm, `$1${file.replace(/\W/g, ' ')} `)
    : before
  writeFileSync(
    target,
    own.replace(old, () => unmarked(text)),
  )
}

/** Returns the location of the marked text in its file. */
function rangeOf({ file, text }: Change) {
  const whole = readFileSync(path.join(harbor.content, file), 'utf8')
  const start = whole.indexOf(unmarked(text)) + text.indexOf('⟦')
  return toLocation(whole, [start, start + text.indexOf('⟧') - text.indexOf('⟦') - 1])
}

it('site check reports each example mistake at its location, and nothing else', async () => {
  const { problems } = await harbor.check((content) => {
    for (const mistake of mistakes) change(content, mistake)
    const pictures = ['script.svg', 'no-size.svg'].map((name) => `![A drawing](../images/${name})`).join('\n\n')
    change(content, { file: 'blog/pictures.md', from: article, old: end, text: `\n\n${pictures}\n` })
  })
  for (const mistake of mistakes) {
    const { file, rule, severity = 'error', message = '', help } = mistake
    expect(problems).toContainEqual(
      expect.objectContaining({
        ...{ rule, severity, file: `harbor/${file}`, ...rangeOf(mistake), message: expect.stringContaining(message) },
        ...(help && { help: expect.stringContaining(help) }),
      }),
    )
  }
  const listed = problems.map(({ file, line, rule }) => `${file}:${line} ${rule}`)
  const expected = mistakes.map((mistake) => `harbor/${mistake.file}:${rangeOf(mistake).line} ${mistake.rule}`)
  expect(listed.sort()).toEqual(expected.sort())
})

it('site check reports unknown facts and missing values, but no other errors, if facts.yaml is empty', async () => {
  const { problems } = await harbor.check((content) => writeFileSync(path.join(content, 'facts.yaml'), ''))
  expect([...new Set(problems.map(({ rule }) => rule))].sort()).toEqual(['fact/unknown', 'schema/missing'])
})

it('site check reports a URL only once if it fails two checks', async () => {
  const broken: Change = { file: 'site.yaml', old: /^url: .*/m, text: 'url: ⟦htps:/broken⟧' }
  const { problems } = await harbor.check((content) => change(content, broken))
  expect(problems.map(({ rule, expected }) => [rule, expected])).toEqual([
    ['schema/format', 'an address that starts with https://'],
  ])
})

it('site check accepts valid content that looks like a mistake', async () => {
  const { problems, content } = await harbor.check((folder) => {
    for (const edit of legitimate) change(folder, edit)
  })
  expect(problems).toEqual([])
  const bare = content?.articles.find(({ slug }) => slug === 'bare')
  expect(bare?.html).toContain('If x&#x3C;y and z>w then Array&#x3C;T> holds.')
  expect(content?.articles.find(({ slug }) => slug === 'legitimate')?.headings.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['section', 'main-1']),
  )
})

const mistakes: Mistake[] = [
  // site.yaml
  {
    ...{
      file: 'site.yaml',
      old: /^url: .*/m,
      text: 'url: ⟦https://harborandpine.example/blog⟧',
      rule: 'schema/format',
    },
    message: 'A site below a path, such as https://example.com/blog, is not supported',
  },
  { file: 'site.yaml', old: /script: .*/, text: 'script: ⟦http://a.example/widget.js⟧', rule: 'schema/format' },
  { file: 'site.yaml', old: /url: .*first-call/, text: 'url: ⟦http://a.example/call⟧', rule: 'schema/format' },
  {
    file: 'site.yaml',
    old: /minutes: .*/,
    text: 'minutes: ⟦min⟧',
    rule: 'schema/format',
    message: 'the placeholder {n} for the number',
  },
  {
    ...{ file: 'site.yaml', old: /slide: .*/, text: 'slide: "{n} of ⟦{x}⟧"', rule: 'fact/unknown' },
    help: 'Use {n} and {m} here',
  },
  // Characters
  {
    file: 'testimonials/a.yaml',
    from: quote,
    old: /author: Abel/,
    text: 'author: A⟦\u200B⟧bel',
    rule: 'text/garbled',
    severity: 'warning',
  },
  {
    file: 'testimonials/b.yaml',
    from: quote,
    old: /author: Abel/,
    text: 'author: A⟦\u202E⟧bel',
    rule: 'text/garbled',
    severity: 'warning',
  },
  {
    file: 'testimonials/c.yaml',
    from: quote,
    old: /author: .*/,
    text: 'author: ⟦"A\\uD83D T."⟧',
    rule: 'text/garbled',
    severity: 'warning',
  },
  {
    file: 'testimonials/d.yaml',
    from: quote,
    old: /author: Abel/,
    text: 'author: Abe⟦\uFFFD⟧l',
    rule: 'text/garbled',
    severity: 'warning',
  },
  {
    ...{ file: 'blog/mojibake.md', from: article, old: end, text: '\n\nItâ€™s ours. `Ã©`\n'.replace('â€™', '⟦â€™⟧') },
    ...{ rule: 'text/garbled', severity: 'warning', message: '"â€™" is a character that was saved' },
  },
  {
    ...{ file: 'testimonials/e.yaml', from: quote, old: /author: .*/, text: 'author: ⟦\u200D\u200D⟧' },
    ...{ rule: 'text/garbled', severity: 'warning', message: 'an invisible character' },
  },
  {
    ...{ file: 'testimonials/f.yaml', from: quote, old: /author: .*/, text: 'author: O⟦&#8217;⟧Brien of R&D; Q&A' },
    ...{ rule: 'text/reference', severity: 'warning', message: 'visitors would see &#8217; instead of ’' },
  },
  // Merge conflicts
  {
    ...{
      file: 'blog/conflict.md',
      from: article,
      old: end,
      rule: 'file/conflict',
      message: 'unresolved merge conflict',
    },
    text: '\n\n⟦<<<<<<< HEAD⟧\nOne\n=======\nOther\n>>>>>>> main\n',
  },
  {
    ...{ file: 'testimonials/conflict.yaml', from: quote, old: /author: .*/, rule: 'file/conflict' },
    text: '⟦<<<<<<< HEAD⟧\nauthor: Abel T.\n=======\nauthor: Abel\n>>>>>>> main',
  },
  // Markdown
  ...[
    ['link/unnamed', 'More in ⟦[](/services)⟧.'],
    ['link/dead', '[ours](⟦http://localhost:4173/services⟧)', 'Write /services.'],
    ['link/dead', '[router](⟦http://192.168.0.1/x⟧)', 'Write the public address.'],
    ['link/dead', '[write](⟦mailto:hello⟧)', 'mailto:name@example.com'],
    ['link/dead', '[call](⟦tel:us⟧)', 'tel:+12125550100'],
    ['link/relative', '[write](⟦a@b.example⟧)', 'Write mailto:a@b.example.'],
    ['markdown/unread', 'See ⟦[[other page]]⟧.'],
    ['markdown/unread', '## The fix ⟦{#fix}⟧'],
    ['markdown/unread', 'A word⟦{: .wide}⟧.'],
    ['markdown/unread', '⟦{{< youtube abc >}}⟧'],
    ['markdown/unread', '⟦{% include a.html %}⟧'],
    ['markdown/unread', 'Ours is ⟦==marked==⟧.'],
    ['markdown/unread', '⟦:::note⟧\n\nA note.'],
  ].map(([rule = '', text, help = ''], index) => ({
    ...{ file: `blog/markdown-${index}.md`, from: article, old: end, text: `\n\n${text}\n`, rule, help },
  })),
  {
    file: 'pages/careers.yaml',
    old: /"#berths"[\s\S]*id: berths/,
    text: '"#main"\n\n  - type: jobs\n    id: ⟦main⟧',
    rule: 'schema/format',
    message: 'this id is reserved',
  },
  {
    ...{
      file: 'images/script.svg',
      text: '⟦<⟧svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>1</script><path d="M0 0h40v20z"/></svg>',
    },
    ...{ rule: 'image/drawing', message: 'this drawing contains the element <script>' },
  },
  {
    ...{ file: 'images/no-size.svg', text: '⟦<⟧svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>' },
    ...{ rule: 'image/drawing', message: 'this drawing has no size' },
  },
  // Values
  {
    file: 'blog/a.md',
    from: article,
    old: /readTime: 2/,
    text: 'readTime: ⟦7 min⟧',
    rule: 'schema/type',
    help: 'only the number: 7.',
  },
  {
    file: 'blog/b.md',
    from: article,
    old: /readTime: 2/,
    text: 'draft: ⟦yes⟧\nreadTime: 2',
    rule: 'schema/type',
    help: 'Write true.',
  },
  {
    file: 'jobs/a.md',
    from: job,
    old: /min: .*/,
    text: 'min: ⟦$65,000⟧',
    rule: 'schema/type',
    help: 'only the number: 65000.',
  },
  {
    file: 'jobs/b.md',
    from: job,
    old: /currency: .*/,
    text: 'currency: ⟦usd⟧',
    rule: 'schema/format',
    help: 'Write USD.',
  },
  {
    ...{ file: 'jobs/years.md', from: job, old: /posted: .*/, rule: 'date/year', severity: 'warning' },
    ...{ text: 'posted: ⟦1026-03-16⟧', message: '1026-03-16 is far in the past' },
  },
  {
    ...{ file: 'jobs/closes.md', from: job, old: /^(?=posted)/m, rule: 'date/year', severity: 'warning' },
    ...{ text: 'closes: ⟦2126-03-16⟧\n', message: '2126-03-16 is far in the future' },
  },
  {
    ...{ file: 'jobs/xyz.md', from: job, old: /currency: .*/, rule: 'code/unknown', severity: 'warning' },
    ...{ text: 'currency: ⟦XYZ⟧', message: 'XYZ is not a currency code' },
  },
  {
    ...{ file: 'site.yaml', old: /country: .*/, text: 'country: ⟦UK⟧', rule: 'code/unknown', severity: 'warning' },
    help: 'Write GB.',
  },
  ...['20231107', '"20231107"'].map((text, index): Mistake => {
    const day = { file: `blog/day-${index}.md`, from: article, old: /published: .*/, rule: 'schema/date' }
    return { ...day, text: `published: ⟦${text}⟧`, help: 'Write 2023-11-07.' }
  }),
  {
    ...{ file: 'testimonials/initials.yaml', from: quote, old: /initials: .*/, text: 'initials: ⟦7⟧' },
    ...{ rule: 'schema/format', message: '"initials" is invalid' },
  },
  {
    ...{ file: 'blog/data.md', from: article, old: end, rule: 'image/missing' },
    ...{
      text: '\n\n![A shelf](⟦data:image/png;base64,AAAA/BB⟧)\n',
      help: 'harbor/images/name.png and write ../images',
    },
  },
  {
    ...{ file: 'testimonials/data.yaml', from: quote, old: /rating: .*/, rule: 'image/missing' },
    ...{ text: 'image: ⟦data:image/jpeg;base64,AAAA⟧', help: 'harbor/images/name.jpg and write name.jpg' },
  },
  // Copy
  {
    ...{ file: 'faqs/twice.yaml', rule: 'text/repeated', severity: 'warning', message: 'the same question twice' },
    text: 'items:\n  - { question: Who?, answer: We. }\n  - { question: ⟦who⟧, answer: You. }\n',
  },
  {
    ...{ file: 'testimonials/twice.yaml', from: quote, old: /quote: .*/ },
    ...{ rule: 'text/repeated', severity: 'warning', message: 'another testimonial has the same quote' },
    text: 'quote: ⟦"Every bid has a reason beside it – I have stopped asking, because the answer is always there already"⟧',
  },
  ...['FIXME: the figure', 'Prices are TBD.', 'Lorem ipsum dolor sit amet.'].map((words, index): Mistake => {
    const mark = /FIXME|TBD|Lorem ipsum/
    return {
      ...{ file: `blog/unwritten-${index}.md`, from: article, old: end, rule: 'text/unwritten', severity: 'warning' },
      ...{ text: `\n\n${words.replace(mark, '⟦$&⟧')}\n`, message: `still says ${mark.exec(words)?.[0]}` },
    }
  }),
  // Forms
  {
    ...{ file: 'forms/general-resume.yaml', old: /hint: PDF.*/, rule: 'form/hint', severity: 'warning' },
    ...{ text: 'hint: ⟦PDF or DOCX, up to 3 MB.⟧', message: 'the text mentions 3 MB, but maxMegabytes is 5' },
  },
  // Files
  {
    ...{ file: 'faqs/aux.yaml', rule: 'file/windows', severity: 'warning' },
    text: '⟦i⟧tems:\n  - { question: Who?, answer: We. }\n',
  },
  // YAML
  {
    ...{ file: job, old: /- Patience/, text: '⟦*⟧ Patience', rule: 'yaml/needs-quotes' },
    message: 'list items start with a dash, not with *',
  },
]
