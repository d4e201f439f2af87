import type { Broken } from './broken.ts'
import { brokenCopy } from './broken-copy.ts'
import { brokenForms } from './broken-forms.ts'

const quote = 'testimonials/abel-rope.yaml'
const article = 'blog/ceilings-for-ads.md'
const job = 'jobs/listing-keeper.md'
const list = 'faqs/home.yaml'
const service = 'services/ad-tending.yaml'
const ends = /\n$/

/** Violations of `site check` rules, each in its own file, so that one folder can contain all of them. */
export const broken: Broken[] = [
  {
    name: 'a field is missing',
    ...{ file: 'faqs/missing-field.yaml', from: list, old: '  - question: How small is small?\n    answer' },
    text: '  - ⟦answer',
    says: { rule: 'schema/missing', message: '"question" is missing', expected: 'text', help: 'Add "question:".' },
  },
  {
    name: 'a field has no value',
    ...{ file: 'testimonials/empty-field.yaml', from: quote, old: 'author: Abel T.' },
    text: '⟦author⟧:',
    says: { rule: 'schema/missing', message: '"author" is empty', expected: 'text' },
  },
  {
    name: 'a value has the wrong type',
    ...{ file: 'faqs/wrong-type.yaml', old: /[\s\S]+/ },
    text: 'items: ⟦none yet⟧\n',
    says: { rule: 'schema/type', message: '"items" has the wrong type', expected: 'a list', found: '"none yet"' },
  },
  {
    name: 'a text field contains a number',
    ...{ file: 'testimonials/number.yaml', from: quote, old: 'author: Abel T.' },
    text: 'author: ⟦1984⟧',
    says: {
      rule: 'schema/type',
      message: '"author" must be text',
      expected: 'text',
      found: 'the number 1984',
    },
    mended: 'author: "1984"',
  },
  {
    name: 'a field is too long',
    ...{ file: 'testimonials/too-long.yaml', from: quote, old: 'author: Abel T.' },
    text: `author: ⟦${'Abel '.repeat(12).trim()}⟧`,
    says: {
      rule: 'schema/size',
      message: '"author" is too long',
      expected: 'at most 40 characters',
      found: '"Abel Abel Abel Abel Abel Abel Abel Abel Abel Abel Abel Abel"',
    },
  },
  {
    name: 'a key is misspelt',
    ...{ file: 'testimonials/unknown-key.yaml', from: quote, old: 'company:' },
    text: '⟦comapny⟧:',
    says: {
      rule: 'schema/unknown-key',
      message: 'unknown field "comapny"',
      help: 'Did you mean "company", which is missing?',
    },
    mended: 'company: Founder, rope and hardware brand',
  },
  {
    name: 'the field that selects the variant is misspelt',
    ...{ file: 'services/choosing.yaml', from: service, old: 'layout:' },
    text: '⟦layuot⟧:',
    says: {
      rule: 'schema/unknown-key',
      message: 'unknown field "layuot"',
      help: 'Did you mean "layout", which is missing?',
    },
    mended: 'layout: argument',
  },
  {
    name: 'an enum value is misspelt',
    ...{ file: 'jobs/enum.md', from: job, old: 'type: Full-time' },
    text: 'type: ⟦Full time⟧ # as agreed',
    says: {
      rule: 'schema/choice',
      message: '"type" is not one of the choices',
      expected: 'one of Full-time, Part-time, Contract, Temporary, Internship, Apprenticeship',
      found: '"Full time"',
      help: 'Did you mean "Full-time"?',
    },
    mended: 'type: Full-time # as agreed',
  },
  {
    name: 'a value has the wrong format',
    ...{ file: 'testimonials/form.yaml', from: quote, old: 'initials: AT' },
    text: 'initials: ⟦at⟧',
    says: {
      rule: 'schema/format',
      message: '"initials" is invalid',
      expected: 'one to three capital letters, or letters of a script without capitals',
      found: '"at"',
      help: 'Write AT.',
    },
    mended: 'initials: AT',
  },
  {
    name: 'a line is indented with a tab',
    ...{ file: 'services/tab.yaml', from: service, old: '  heading: No order' },
    text: '⟦\t⟧heading: No order',
    says: {
      rule: 'yaml/tab',
      message: 'this line is indented with a tab',
      help: 'Indent with spaces: YAML does not allow tabs.',
    },
    mended: '  heading: No order should cost more than it earns.',
  },
  {
    name: 'text with a colon is not quoted',
    ...{ file: 'testimonials/colon.yaml', from: quote, old: 'company: Founder, rope' },
    text: 'company: Founder⟦:⟧ rope',
    says: {
      rule: 'yaml/unquoted-colon',
      message: 'this colon starts a second field on the same line',
      help: 'Put quotes around the whole text after the first colon.',
    },
    mended: 'company: "Founder: rope and hardware brand"',
  },
  {
    name: 'a list item with a colon is not quoted',
    ...{ file: 'jobs/colon-in-list.md', from: job, old: '- A dislike of adjectives.' },
    text: '- Style⟦:⟧ a dislike of adjectives.',
    says: { rule: 'yaml/unquoted-colon', message: 'this colon turns the text into a field' },
    mended: '  - "Style: a dislike of adjectives."',
  },
  {
    name: 'text with a colon is not quoted in a group in braces',
    ...{ file: 'faqs/colon-in-group.yaml', from: list, old: /question: How small is small\?\n.*\n/ },
    text: '{ question: What counts?, answer: Orders⟦:⟧ ten a day }\n',
    says: { rule: 'yaml/unquoted-colon', message: 'this colon starts a second field on the same line' },
    mended: '  - { question: What counts?, answer: "Orders: ten a day" }',
  },
  {
    name: 'there is no space after a colon',
    ...{ file: 'testimonials/no-space.yaml', from: quote, old: 'author: Abel' },
    text: 'author⟦:⟧Abel',
    says: {
      rule: 'yaml/missing-space',
      message: 'there is no space after "author:"',
      help: 'Write "author: Abel T.".',
    },
    mended: 'author: Abel T.',
  },
  {
    name: 'unquoted text begins with a YAML indicator',
    ...{ file: 'testimonials/bracket.yaml', from: quote, old: 'company: Founder, rope and hardware brand' },
    text: 'company: ⟦[Founder] rope and hardware brand⟧',
    says: { rule: 'yaml/needs-quotes', message: 'text that starts with [ needs quotes' },
    mended: 'company: "[Founder] rope and hardware brand"',
  },
  {
    name: 'a value is an unquoted placeholder such as {brand}',
    ...{ file: 'testimonials/brace.yaml', from: quote, old: 'author: Abel T.' },
    text: 'author: ⟦{brand}⟧',
    says: {
      rule: 'schema/type',
      message: '"author" must be text',
      found: 'a group of fields, because it starts with {',
      help: 'Put quotes around it.',
    },
    mended: 'author: "{brand}"',
  },
  {
    name: 'a # cuts off a value',
    ...{ file: 'testimonials/hash.yaml', from: quote, old: 'company: Founder, rope and hardware brand' },
    text: "company: Portland's ⟦#1 in rope⟧",
    says: { rule: 'yaml/cut-by-comment', message: 'the text is cut off here: " #" starts a comment' },
    mended: `company: "Portland's #1 in rope"`,
  },
  {
    name: 'a key is duplicated',
    ...{ file: 'testimonials/twice.yaml', from: quote, old: 'rating: 4' },
    text: 'rating: 4\n⟦author⟧: Abel Z.',
    says: { rule: 'yaml/duplicate-key', message: '"author" is defined twice', help: 'Keep one of them.' },
  },
  {
    name: 'a data file has a syntax error',
    ...{ file: 'testimonials/broken.yaml', from: quote, old: 'author: Abel T.' },
    text: 'author: ⟦"⟧Abel T.',
    says: { rule: 'yaml/syntax', message: 'the quote that opens here is never closed' },
  },
  {
    name: 'a data file is empty',
    file: 'faqs/empty.yaml',
    text: '⟦⟧',
    says: { rule: 'schema/missing', message: 'the file is empty', expected: 'a group of fields' },
  },
  {
    name: 'a date contains the name of a month',
    ...{ file: 'jobs/bad-date.md', from: job, old: 'posted: 2026-03-16' },
    text: 'posted: ⟦March 16, 2026⟧',
    says: {
      rule: 'schema/date',
      message: '"posted" is not a valid date',
      expected: 'a date such as 2026-03-31',
      found: '"March 16, 2026"',
      help: 'Write 2026-03-16.',
    },
    mended: 'posted: 2026-03-16',
  },
  {
    name: 'a date is ambiguous',
    ...{ file: 'jobs/two-ways.md', from: job, old: 'posted: 2026-03-16' },
    text: 'posted: ⟦03/04/2026⟧',
    says: {
      rule: 'schema/date',
      message: '"posted" is not a valid date',
      help: 'Month and day are ambiguous. Write year-month-day.',
    },
  },
  {
    name: 'a date begins with the day',
    ...{ file: 'jobs/day-first.md', from: job, old: 'posted: 2026-03-16' },
    text: 'posted: ⟦16.03.2026⟧',
    says: { rule: 'schema/date', message: '"posted" is not a valid date', help: 'Write 2026-03-16.' },
    mended: 'posted: 2026-03-16',
  },
  {
    name: 'a date does not exist',
    ...{ file: 'jobs/impossible-date.md', from: job, old: 'posted: 2026-03-16' },
    text: 'posted: ⟦2026-02-31⟧',
    says: {
      rule: 'schema/date',
      message: '"posted" is a date that does not exist',
      found: '"2026-02-31"',
      help: 'February 2026 has 28 days.',
    },
  },
  {
    name: 'a job closes before it is posted',
    ...{ file: 'jobs/order.md', from: job, old: 'posted: 2026-03-16' },
    text: 'posted: 2999-03-16\ncloses: ⟦2999-03-01⟧',
    says: { rule: 'date/order', message: '"closes" is before "posted", which is 2999-03-16' },
  },
  {
    name: 'the last day to apply for a job is in the past',
    ...{ file: 'jobs/expired.md', from: job, old: 'posted: 2026-03-16' },
    text: 'posted: 2020-03-16\ncloses: ⟦2020-04-01⟧',
    says: {
      rule: 'job/expired',
      severity: 'warning',
      message: 'this entry expired on 2020-04-01 and is no longer on the site; today',
    },
  },
  {
    name: 'an exception to the opening hours has expired',
    ...{ file: 'places/loft.yaml', from: 'places/loft.yaml', old: /^(?=note:)/m },
    text: 'exceptions: [⟦{ from: 2024-12-25, label: Christmas }⟧]\n',
    says: {
      rule: 'hours/expired',
      severity: 'warning',
      message: 'this exception expired on 2024-12-25; today is ',
    },
  },
  {
    name: 'the accent color is too dark for the text on it',
    ...{ file: 'site.yaml', from: 'site.yaml', old: /^(?=url:)/m },
    text: 'accent: ⟦"#7a1f1f"⟧\n',
    says: { rule: 'color/contrast', message: 'dark text on this color has a contrast of ' },
  },
  {
    name: 'two pages have the same address',
    ...{ file: 'pages/second-blog.yaml', from: 'pages/blog.yaml', old: /^path: .*$/m },
    text: 'path: ⟦/services/ad-tending⟧',
    says: { rule: 'path/duplicate', message: 'two pages have the address /services/ad-tending' },
  },
  {
    name: 'two sections have the same id',
    ...{ file: 'pages/two-ids.yaml', from: 'pages/contact.yaml', old: /[\s\S]+/ },
    text: `path: /two-ids
title: Two of a kind
description: A page on which two sections have the same name, so that links cannot tell them one from the other.
sections:
  - { type: hero, heading: Two of a kind }
  - { type: jobs, id: open, heading: Open, empty: None }
  - { type: jobs, id: ⟦open⟧, heading: Open, empty: None }
`,
    says: { rule: 'id/duplicate', message: 'two sections have the name open' },
  },
  {
    name: 'a reference is misspelt',
    ...{ file: 'services/reference.yaml', from: service, old: 'testimonial: abel-rope' },
    text: 'testimonial: ⟦abel-ropes⟧',
    says: {
      rule: 'ref/unknown-slug',
      message: 'testimonials has no "abel-ropes"',
      expected: 'the file harbor/testimonials/abel-ropes.yaml',
      help: 'Did you mean abel-rope (harbor/testimonials/abel-rope.yaml)?',
    },
    mended: 'testimonial: abel-rope',
  },
  {
    name: 'a link in a field is dead',
    ...{ file: 'services/dead-link.yaml', from: service, old: 'to: /contact' },
    text: 'to: ⟦/contakt⟧ # the form',
    says: {
      rule: 'link/dead',
      message: 'no page has the address /contakt',
      help: 'Did you mean /contact (harbor/pages/contact.yaml)?',
    },
    mended: '      to: /contact # the form',
  },
  {
    name: 'an answer contains a dead link next to valid links',
    ...{ file: 'faqs/dead-link.yaml', from: list, old: 'Each gets' },
    text: '[Ask at /contakt](/contact), [here](/contact#form) or [there](⟦/contakt⟧). Each gets',
    says: {
      rule: 'link/dead',
      message: 'no page has the address /contakt',
      help: 'Did you mean /contact (harbor/pages/contact.yaml)?',
    },
    mended:
      '      With Amazon, Walmart or both. [Ask at /contakt](/contact), [here](/contact#form) or [there](/contact). Each gets its own page on Friday.',
  },
  {
    name: 'a link in an answer runs a script',
    ...{ file: 'faqs/script-link.yaml', from: list, old: 'Each gets' },
    text: '[Call](tel:+12075550100) or [run](⟦javascript:alert⟧). Each gets',
    says: { rule: 'link/scheme', message: 'links with "javascript:" are not allowed' },
  },
  {
    name: 'a link in an answer uses a relative path to a download',
    ...{ file: 'faqs/download.yaml', from: list, old: 'Each gets' },
    text: '[The rates](⟦../files/rates.pdf⟧). Each gets',
    says: { rule: 'link/relative', message: '"../files/rates.pdf" is a relative address' },
  },
  {
    name: 'an answer is too long even without its link addresses',
    ...{ file: 'faqs/too-long.yaml', from: list, old: /From ten .*/ },
    text: `⟦"[${'0'.repeat(895)}](/contact) 12345"⟧`,
    says: { rule: 'schema/size', message: '"answer" is too long', expected: 'at most 900 characters' },
  },
  {
    name: 'a link in an article body is dead',
    ...{ file: 'blog/dead-link.md', from: article, old: ends },
    text: '\n\nMore in [the journal](⟦/journal⟧).\n',
    says: { rule: 'link/dead', message: 'no page has the address /journal' },
  },
  {
    name: 'a link points to a page that does not exist, in a folder with other pages',
    ...{ file: 'services/deleted-page.yaml', from: service, old: 'to: /contact' },
    text: 'to: ⟦/services/ad-buying⟧',
    says: {
      rule: 'link/dead',
      message: 'no page has the address /services/ad-buying',
      help: 'Link to an existing page, or remove the link.',
    },
  },
  {
    name: 'a link ends in a slash',
    ...{ file: 'blog/slash.md', from: article, old: ends },
    text: '\n\n{brand} has [services](⟦/services/⟧) for that.\n',
    says: {
      rule: 'link/dead',
      message: 'no page has the address /services/: addresses end without a slash or file extension',
    },
    mended: '{brand} has [services](/services) for that.',
  },
  {
    name: 'a link points to a Markdown file',
    ...{ file: 'blog/relative.md', from: article, old: ends },
    text: '\n\nSee [the sum](⟦ceilings-for-ads.md⟧).\n',
    says: {
      rule: 'link/relative',
      message: '"ceilings-for-ads.md" is a relative address',
      help: 'Write /blog/ceilings-for-ads.',
    },
    mended: 'See [the sum](/blog/ceilings-for-ads).',
  },
  {
    name: 'a link to an anchor on the same page is dead',
    ...{ file: 'blog/dead-anchor.md', from: article, old: ends },
    text: '\n\nSee [the sum](⟦#the-sums⟧), or go [up](#top) or [up](#).\n',
    says: {
      rule: 'link/dead-anchor',
      message: 'there is no #the-sums on the page /blog/dead-anchor',
      help: 'Did you mean #the-sum?',
    },
    mended: 'See [the sum](#the-sum), or go [up](#top) or [up](#).',
  },
  {
    name: 'a link to an anchor on a page that is parsed later is dead',
    ...{ file: 'blog/anchor-elsewhere.md', from: article, old: ends },
    text: '\n\nSee [prices](⟦/insights/price-of-an-empty-shelf#nowhere-at-all⟧).\n',
    says: {
      rule: 'link/dead-anchor',
      message: 'there is no #nowhere-at-all on the page /insights/price-of-an-empty-shelf',
    },
  },
  {
    name: 'a picture is missing',
    ...{ file: 'blog/no-picture.md', from: article, old: ends },
    text: '\n\n![Two shelves](../images/⟦shelfs.png⟧)\n',
    says: {
      rule: 'image/missing',
      message: 'there is no image "shelfs.png"',
      expected: 'the file harbor/images/shelfs.png',
      help: 'Did you mean shelves.png?',
    },
    mended: '![Two shelves](../images/shelves.png)',
  },
  {
    name: 'a portrait is missing',
    ...{ file: 'testimonials/no-portrait.yaml', from: quote, old: 'rating: 4' },
    text: 'image: ⟦nobody-we-know.jpg⟧',
    says: { rule: 'image/missing', message: 'there is no image "nobody-we-know.jpg"' },
  },
  {
    name: 'a portrait has too few pixels',
    ...{ file: 'testimonials/small-portrait.yaml', from: quote, old: 'rating: 4' },
    text: 'image: ⟦shelves.png⟧',
    says: {
      rule: 'image/small',
      severity: 'warning',
      message: '"shelves.png" is too small: its shorter side has only 1 pixel',
      ...{ found: '1 pixel', expected: 'at least 96 pixels' },
    },
  },
  {
    name: 'an image lacks the path of the images folder',
    ...{ file: 'blog/picture-path.md', from: article, old: ends },
    text: '\n\n![Two shelves](⟦shelves.png⟧)\n',
    says: {
      rule: 'image/missing',
      message: '"shelves.png" lacks the images folder',
      help: 'Write ../images/shelves.png.',
    },
    mended: '![Two shelves](../images/shelves.png)',
  },
  {
    name: 'a picture has no alternative text',
    ...{ file: 'blog/no-alt.md', from: article, old: ends },
    text: '\n\n![](⟦../images/shelves.png⟧)\n',
    says: { rule: 'image/alt', message: 'the image has no alternative text' },
  },
  {
    name: 'a picture is on another site',
    ...{ file: 'blog/external-picture.md', from: article, old: ends },
    text: '\n\n![A shelf](⟦https://example.com/shelf.png⟧)\n',
    says: { rule: 'image/external', message: 'images from other sites are not shown' },
  },
  {
    name: 'a picture cannot be read',
    ...{ file: 'blog/unreadable-picture.md', from: article, old: ends },
    text: '\n\n![A shelf](../images/broken.jpg)\n',
    says: { rule: 'image/unreadable', message: 'the image cannot be read: ' },
  },
  {
    name: 'a reference to a figure is misspelt',
    ...{ file: 'blog/figure-name.md', from: article, old: 'figure:click' },
    text: 'figure:⟦clcik⟧',
    says: { rule: 'figure/unknown', message: 'there is no figure "clcik"', help: 'Did you mean click?' },
    mended: '![](figure:click)',
  },
  {
    name: 'a job posting uses a figure, which only articles can have',
    ...{ file: 'jobs/figure.md', from: job, old: ends },
    text: '\n\n![What a click may cost](figure:⟦click⟧)\n',
    says: {
      rule: 'figure/unknown',
      message: 'there is no figure "click"',
      help: 'Only articles can have figures.',
    },
  },
  {
    name: 'an article defines a figure but does not show it',
    ...{ file: 'blog/figure-nowhere.md', from: article, old: /(?<=figures:\n)/ },
    text: `  ⟦spare⟧:
    kind: records
    title: Two clicks
    alt: One click led to an order, the other to nothing
    columns: [Click, Order]
    rows: [[first, one], [second, none]]
`,
    says: {
      rule: 'figure/unplaced',
      message: 'the text does not show the figure "spare"',
      help: 'Write ![](figure:spare) on its own line where it belongs, or remove the figure.',
    },
  },
  {
    name: 'a figure is inside a sentence',
    ...{ file: 'blog/figure-inline.md', from: article, old: '![](figure:click)' },
    text: 'See ![](⟦figure:click⟧) here.',
    says: { rule: 'figure/inline', message: 'a figure cannot be inside other text' },
  },
  {
    name: 'a figure is linked instead of shown',
    ...{ file: 'blog/figure-link.md', from: article, old: '![](figure:click)' },
    text: '[The two](⟦figure:click⟧)',
    says: { rule: 'figure/inline', message: 'this links to a figure instead of showing it' },
  },
  {
    name: 'a figure has no alternative text',
    ...{ file: 'blog/figure-alt.md', from: article, old: /click:\n( +kind.*\n +title.*\n +note.*\n) +alt.*\n/ },
    text: '⟦click⟧:\n    kind: bars\n    title: What a click may cost\n',
    says: { rule: 'schema/missing', message: '"alt" is missing', expected: 'text', help: 'Add "alt:".' },
  },
  {
    name: 'the name of a field in a figure is misspelt',
    ...{ file: 'blog/figure-field.md', from: article, old: /title(?=: What a click)/ },
    text: '⟦titel⟧',
    says: {
      rule: 'schema/unknown-key',
      message: 'unknown field "titel"',
      help: 'Did you mean "title", which is missing?',
    },
    mended: '    title: What a click may cost',
  },
  {
    name: 'an alias refers to itself',
    ...{ file: 'testimonials/too-deep.yaml', from: quote, old: 'author: Abel T.' },
    text: 'author: &name [⟦*⟧name]',
    says: { rule: 'yaml/too-deep', message: 'aliases (*name) are nested too deeply here' },
  },
  {
    name: 'Markdown is nested too deeply',
    ...{ file: 'blog/too-deep.md', from: article, old: ends },
    text: `\n\n⟦${'>'.repeat(3000)} one more⟧\n`,
    says: { rule: 'markdown/too-deep', message: 'quotes, lists or emphasis are nested too deeply here' },
  },
  {
    name: 'a content file is a symbolic link to a folder',
    file: 'faqs/folder.yaml',
    text: '',
    linkTo: '.',
    says: { rule: 'file/unreadable', message: 'expected a file, but this is a folder' },
  },
  {
    name: 'a content file is a dangling symbolic link',
    file: 'faqs/gone.yaml',
    text: '',
    linkTo: 'no-such-file.yaml',
    says: { rule: 'file/unreadable', message: 'this symbolic link points to a file that does not exist' },
  },
  {
    name: 'Markdown contains an HTML element that is not supported',
    ...{ file: 'blog/html.md', from: article, old: ends },
    text: '\n\n<!-- a note -->\n\nA <b>bold</b> ⟦<blink>⟧word.\n',
    says: { rule: 'markdown/html', message: '<blink>' },
  },
  {
    name: 'an HTML element in Markdown is not closed',
    ...{ file: 'blog/open.md', from: article, old: ends },
    text: '\n\nA ⟦<b>⟧bold word.\n',
    says: { rule: 'markdown/html', message: '<b> is never closed' },
  },
  {
    name: 'an image has an address with brackets and spaces',
    ...{ file: 'blog/spaced-image.md', from: article, old: ends },
    text: '\n\n⟦![A chart](../images/pic (1).png)⟧\n',
    says: { rule: 'markdown/unread', message: 'an address with spaces needs angle brackets' },
  },
  {
    name: 'a link to a file has an address with brackets and spaces',
    ...{ file: 'blog/spaced-link.md', from: article, old: ends },
    text: '\n\n⟦[Our rates](/files/rate card (2).pdf)⟧\n',
    says: { rule: 'markdown/unread', message: 'an address with spaces needs angle brackets' },
  },
  {
    name: 'attributes follow a link',
    ...{ file: 'blog/link-attributes.md', from: article, old: ends },
    text: '\n\n[A site](https://site.example)⟦{target=_blank rel=noopener}⟧\n',
    says: { rule: 'markdown/unread', message: 'attributes are not supported' },
    mended: '[A site](https://site.example)',
  },
  {
    name: 'attributes with a colon follow a link',
    ...{ file: 'blog/kramdown-attributes.md', from: article, old: ends },
    text: '\n\n[A site](https://site.example)⟦{:target="_blank"}⟧\n',
    says: { rule: 'markdown/unread', message: 'attributes are not supported' },
    mended: '[A site](https://site.example)',
  },
  {
    name: 'a heading ends with a backslash',
    ...{ file: 'blog/heading-backslash.md', from: article, old: ends },
    text: '\n\n## First⟦\\⟧\n',
    says: { rule: 'markdown/unread', message: 'nothing follows this backslash' },
    mended: '## First',
  },
  {
    name: 'a list item ends with a backslash',
    ...{ file: 'blog/item-backslash.md', from: article, old: ends },
    text: '\n\n- Location: ⟦\\⟧\n',
    says: { rule: 'markdown/unread', message: 'nothing follows this backslash' },
    mended: '- Location: ',
  },
  {
    name: 'a paragraph asks for a table of contents',
    ...{ file: 'blog/toc.md', from: article, old: ends },
    text: '\n\n⟦[TOC]⟧\n',
    says: { rule: 'markdown/unread', message: 'this is not a table of contents' },
    mended: '',
  },
  {
    name: 'an emoji is written as a name',
    ...{ file: 'blog/emoji.md', from: article, old: ends },
    text: '\n\nLaunched ⟦:tada:⟧ today.\n',
    says: { rule: 'markdown/unread', message: 'names of emoji are not supported' },
    mended: 'Launched 🎉 today.',
  },
  {
    name: 'plus signs mark an insertion',
    ...{ file: 'blog/inserted.md', from: article, old: ends },
    text: '\n\nThis is ⟦++new++⟧ here.\n',
    says: { rule: 'markdown/unread', message: 'Markdown does not mark insertions with ++' },
  },
  {
    name: 'emphasis with a full stop precedes a Chinese character',
    ...{ file: 'blog/emphasis-end.md', from: article, old: ends },
    text: '\n\n⟦**真。**⟧她\n',
    says: { rule: 'markdown/unread', message: 'asterisks between punctuation and a letter do not mark emphasis' },
    mended: '**真**。她',
  },
  {
    name: 'emphasis with quotation marks is between Chinese characters',
    ...{ file: 'blog/emphasis-quotes.md', from: article, old: ends },
    text: '\n\n含⟦**「重点」**⟧内容\n',
    says: { rule: 'markdown/unread', message: 'asterisks between punctuation and a letter do not mark emphasis' },
    mended: '含「**重点**」内容',
  },
  {
    name: 'front matter is not terminated',
    ...{ file: 'blog/unterminated.md', old: /[\s\S]+/ },
    text: '⟦---⟧\ntitle: No end\n\nText.\n',
    says: { rule: 'front-matter/unterminated', message: 'the front matter is never closed' },
  },
  {
    name: 'front matter is missing',
    file: 'blog/no-front-matter.md',
    text: '⟦#⟧ A heading\n',
    says: { rule: 'front-matter/missing', message: 'the file has no front matter' },
  },
  {
    name: 'front matter is JavaScript',
    ...{ file: 'blog/script.md', from: article, old: /^---/ },
    text: '⟦---js⟧',
    says: { rule: 'front-matter/language', message: 'front matter in "js" is not supported' },
  },
  {
    name: 'the name of a value from facts.yaml is misspelt in an article',
    ...{ file: 'blog/fact.md', from: article, old: ends },
    text: '\n\nThe {brand} audit takes ⟦{audit-tme}⟧.\n',
    says: {
      rule: 'fact/unknown',
      message: 'facts.yaml has no fact "audit-tme"',
      help: 'Did you mean {audit-time}, which is "5 days"?',
    },
    mended: 'The {brand} audit takes {audit-time}.',
  },
  {
    name: 'a claim contradicts a value in facts.yaml',
    ...{ file: 'blog/claim.md', from: article, old: ends },
    text: '\n\nOf those, ⟦72%⟧ are repeat orders.\n',
    says: {
      rule: 'fact/contradiction',
      severity: 'warning',
      message: 'this figure differs from the fact "repeat-orders"',
      expected: '{repeat-orders}, which is 64%',
      found: '72%',
    },
  },
  {
    name: 'a claim in a field contradicts a value in facts.yaml',
    ...{ file: 'services/claim.yaml', from: service, old: 'within {audit-time}' },
    text: 'within 19 hours, after an audit of ⟦9 days⟧',
    says: {
      rule: 'fact/contradiction',
      severity: 'warning',
      message: 'this figure differs from the fact "audit-time"',
      found: '9 days',
    },
  },
  {
    name: 'text repeats a value from facts.yaml',
    ...{ file: 'blog/repeated.md', from: article, old: ends },
    text: '\n\nOf those, ⟦64%⟧ are repeat orders.\n',
    says: { rule: 'fact/repeated', severity: 'warning', message: 'this figure repeats the fact "repeat-orders"' },
    mended: 'Of those, {repeat-orders} are repeat orders.',
  },
  {
    name: 'a form only logs submissions',
    ...{ file: 'forms/console.yaml', from: 'forms/contact.yaml', old: 'formType: contact' },
    text: 'formType: logging\ndelivery: ⟦console⟧',
    says: {
      rule: 'form/console',
      severity: 'warning',
      message: 'this form only logs to the console: submissions are lost',
    },
  },
  {
    name: 'an article contains TODO',
    ...{ file: 'blog/unwritten.md', from: article, old: ends },
    text: '\n⟦TODO⟧ more text. TODO again.\n',
    says: {
      rule: 'text/unwritten',
      severity: 'warning',
      message: 'this text and 1 more place still say TODO',
      help: 'Write the missing text before you publish the page; otherwise visitors will read TODO.',
    },
  },
  {
    name: 'a file has an unsupported extension',
    ...{ file: 'testimonials/ending.yml', from: quote },
    text: '⟦⟧',
    says: { rule: 'file/unplaced', message: 'files ending in .yml are not read here', help: 'Name it ending.yaml.' },
  },
  {
    name: 'a file is in a subfolder that is not read',
    ...{ file: 'blog/2026/deep.md', from: article },
    text: '⟦⟧',
    says: { rule: 'file/unplaced', message: 'subfolders of this folder are not read' },
  },
  {
    name: 'a file name is not a valid address',
    ...{ file: 'blog/Prime Day.md', from: article },
    text: '⟦⟧',
    says: {
      rule: 'file/name',
      message: '"Prime Day" cannot be used in an address',
      help: 'Use lower-case letters, digits and single dashes: prime-day.md.',
    },
  },
  {
    name: 'a file begins with a byte order mark',
    ...{ file: 'testimonials/mark.yaml', from: quote, old: /^/ },
    text: '\uFEFF⟦⟧',
    says: {
      rule: 'file/byte-order-mark',
      severity: 'warning',
      message: 'the file starts with an invisible byte order mark',
    },
  },
  {
    name: 'a page has an address that the relay uses',
    ...{ file: 'pages/thanks.yaml', from: 'pages/contact.yaml', old: 'path: /contact' },
    text: 'path: ⟦/thanks/for-all⟧',
    says: { rule: 'path/reserved', message: 'no page can have the address /thanks/for-all: the relay uses it' },
  },
  {
    name: 'a page has the address of the 404 page',
    ...{ file: 'pages/lost.md', from: 'pages/privacy.md', old: /^path: .*$/m },
    text: 'path: ⟦/404⟧',
    says: { rule: 'path/reserved', message: 'no page can have the address /404' },
  },
  {
    name: 'an article is named index',
    ...{ file: 'blog/index.md', from: article, old: /^/ },
    text: '⟦⟧',
    says: { rule: 'path/reserved', message: 'no page can have the address /blog/index' },
  },
  {
    name: 'an article has the address of a paginated list',
    ...{ file: 'blog/page.md', from: article, old: /^/ },
    text: '⟦⟧',
    says: { rule: 'path/reserved', message: 'no page can have the address /blog/page: paginated lists use it' },
  },
  {
    name: 'a page has the address of a paginated list',
    ...{ file: 'pages/second.yaml', from: 'pages/contact.yaml', old: 'path: /contact' },
    text: 'path: ⟦/blog/page/2⟧',
    says: { rule: 'path/reserved', message: 'no page can have the address /blog/page/2: paginated lists use it' },
  },
  {
    name: 'two sections on a page each list a whole folder',
    file: 'pages/lists.yaml',
    text: [
      'path: /lists',
      'title: Two lists on one page',
      'description: What the journal and the soundings say, all of it under each other on one page that would never end well.',
      'sections:',
      '  ⟦⟧- { type: hero, heading: Two lists }',
      '  - { type: articles, from: blog }',
      '  - { type: articles, from: insights }\n',
    ].join('\n'),
    says: {
      rule: 'schema/format',
      message: '"sections" is invalid: only one section can list a whole folder; add `items` to the other sections',
    },
  },
  ...brokenCopy,
  ...brokenForms,
]
