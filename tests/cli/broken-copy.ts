import type { Broken } from './broken.ts'

const quote = 'testimonials/abel-rope.yaml'
const article = 'blog/ceilings-for-ads.md'
const job = 'jobs/listing-keeper.md'
const list = 'faqs/home.yaml'
const service = 'services/ad-tending.yaml'
const ends = /\n$/

/** Content that pages or search results would not show as intended. */
export const brokenCopy: Broken[] = [
  {
    name: 'a link has an unknown scheme',
    ...{ file: 'blog/scheme.md', from: article, old: ends },
    text: '\n\n[Call](tel:+1-207-555-0100), [text](sms:+12075550100) or [read](⟦htps://example.com⟧).\n',
    says: {
      rule: 'link/scheme',
      message: 'links with "htps:" are not allowed',
      help: 'Did you mean https://example.com?',
    },
    mended: '[Call](tel:+1-207-555-0100), [text](sms:+12075550100) or [read](https://example.com).',
  },
  {
    name: 'the address of a link has a port that does not exist',
    ...{ file: 'blog/port.md', from: article, old: ends },
    text: '\n\n[Tickets](⟦https://tickets.example:80800/x⟧)\n',
    says: {
      rule: 'link/invalid',
      message: 'no browser can open this address: the port 80800 is greater than 65535',
      help: 'Correct the port, or remove it.',
    },
  },
  {
    name: 'a link runs a script',
    ...{ file: 'blog/script-link.md', from: article, old: ends },
    text: '\n\n[Now](⟦javascript:alert(1)⟧)\n',
    says: { rule: 'link/scheme', message: 'links with "javascript:" are not allowed' },
  },
  ...['mailto:', 'tel:', 'sms:', 'https://'].map(
    (address, index): Broken => ({
      name: `a link has nothing after ${address}`,
      ...{ file: `blog/no-address-${index}.md`, from: article, old: ends },
      text: `\n\n[Write](⟦${address}⟧)\n`,
      says: { rule: 'link/dead', message: 'this link has no address' },
    }),
  ),
  {
    name: 'a phone link in a field has no number',
    ...{ file: 'services/no-phone.yaml', from: service, old: 'to: /contact' },
    text: 'to: ⟦"tel:"⟧',
    says: { rule: 'schema/format', message: '"to" is invalid', help: 'Write the address after "tel:".' },
  },
  {
    name: 'a fact reference in an article has double braces',
    ...{ file: 'blog/doubled.md', from: article, old: ends },
    text: '\n\nWithin ⟦{{audit-time}}⟧, and not `{{brand}}`.\n',
    says: { rule: 'fact/unknown', message: 'double braces: visitors would see one pair', help: 'Write {audit-time}.' },
    mended: 'Within {audit-time}, and not `{{brand}}`.',
  },
  {
    name: 'a fact reference in a field has double braces',
    ...{ file: 'testimonials/doubled.yaml', from: quote, old: /company: .*/ },
    text: 'company: Founder, ⟦{{brand}}⟧',
    says: { rule: 'fact/unknown', message: 'double braces: visitors would see one pair', help: 'Write {brand}.' },
    mended: 'company: Founder, {brand}',
  },
  {
    name: 'a phone link in a field contains a space',
    ...{ file: 'services/phone.yaml', from: service, old: 'to: /contact' },
    text: 'to: ⟦tel:+1 207⟧',
    says: { rule: 'schema/format', message: '"to" is invalid', help: 'Addresses cannot contain spaces.' },
  },
  {
    name: 'a link in a field has a misspelt scheme',
    ...{ file: 'services/scheme.yaml', from: service, old: 'to: /contact' },
    text: 'to: ⟦htps://example.com⟧',
    says: { rule: 'schema/format', message: '"to" is invalid', help: 'Did you mean https://example.com?' },
    mended: '      to: https://example.com',
  },
  ...[
    ['a link address with a space', '[the terms](/priv acy)'],
    ['an undefined reference', '[the terms][undefined]'],
    ['an undefined footnote', '[^nope]'],
  ].map(
    ([what, mark], index): Broken => ({
      name: `Markdown contains ${what}`,
      ...{ file: `blog/unread-${index}.md`, from: article, old: ends },
      text: `\n\nSee ⟦${mark}⟧ of ours, not \\[these][ones].\n`,
      says: { rule: 'markdown/unread', message: 'this is not valid Markdown' },
    }),
  ),
  ...[
    ['⟦[our link](/services⟧'],
    ['⟦[our link] (/services)⟧'],
    ['⟦![no end](x⟧'],
    ['5* of us are ⟦**bold without end⟧'],
    ['A | B\n⟦--|--|--⟧\n1 | 2'],
    ['Rope ⟦&bogus;⟧ &amp; &copy; \\&sons;'],
  ].map(
    ([text], index): Broken => ({
      name: `visitors would see the Markdown ${text?.split('\n')[0]}`,
      ...{ file: `blog/left-${index}.md`, from: article, old: ends },
      text: `\n\n${text}\n\n2 * 3 ** 4, [sic] (see /services), 5*, a | b\n`,
      says: { rule: 'markdown/unread', message: 'this is not valid Markdown' },
    }),
  ),
  ...[
    ['is of an unknown kind', '⟦[!WARNNG]⟧\n> A', 'there are no callouts of the kind [!WARNNG]', '> [!WARNING]'],
    ['is of an unknown kind, which has no similar name', '⟦[!ABSTRACT]⟧\n> A', 'there are no callouts of the kind'],
    ['has text beside its marker', '⟦[!NOTE]⟧ A', 'this does not start a callout'],
  ].map(
    ([what, text, message = '', mended], index): Broken => ({
      name: `a callout ${what}`,
      ...{ file: `blog/callout-${index}.md`, from: article, old: ends },
      text: `\n\n> ${text}\n\n> [!tip]\n> B\n\n> \\[!NOTE] C\n`,
      says: { rule: 'markdown/unread', message },
      ...(mended && { mended }),
    }),
  ),
  {
    name: 'the caption of an image contains Markdown',
    ...{ file: 'blog/caption.md', from: article, old: ends },
    text: '\n\n![Two shelves](../images/shelves.png "See ⟦**this**⟧")\n',
    says: { rule: 'markdown/unread', message: 'this is not valid Markdown' },
  },
  {
    name: 'a heading has no space after its # signs',
    ...{ file: 'blog/unread-heading.md', from: article, old: ends },
    text: '\n\n⟦##NoSpace⟧\n\n#1 in its class\n',
    says: { rule: 'markdown/unread', message: 'this is not valid Markdown' },
  },
  {
    name: 'the delimiter row of a table has too few cells',
    ...{ file: 'blog/unread-table.md', from: article, old: ends },
    text: '\n\n⟦| Fee | Share |⟧\n|---|\n',
    says: { rule: 'markdown/unread', message: 'this is not valid Markdown' },
  },
  {
    name: 'a table row has too many cells',
    ...{ file: 'blog/cells.md', from: article, old: ends },
    text: '\n\n| Fee | Share |\n|---|---|\n| FBA | 15% ⟦| twice |⟧\n',
    says: { rule: 'markdown/unread', message: 'this row has more cells than the table has columns' },
  },
  {
    name: 'a code block is not closed',
    ...{ file: 'blog/fence.md', from: article, old: ends },
    text: '\n\n> ```\n> closed\n> ```\n\n⟦```csv⟧\nsku,units\n\nThe rest.\n',
    says: { rule: 'markdown/fence', message: 'this code block is never closed' },
  },
  {
    name: 'an article has a top-level heading',
    ...{ file: 'blog/big.md', from: article, old: ends },
    text: '\n\n⟦# Big⟧\n\nText.\n',
    says: { rule: 'markdown/heading', message: 'the page already has a main heading' },
  },
  {
    name: 'a heading is empty',
    ...{ file: 'jobs/no-words.md', from: job, old: ends },
    text: '\n\n⟦##⟧\n\nText.\n',
    says: { rule: 'markdown/heading', message: 'this heading is empty' },
  },
  {
    name: 'an article has no body',
    ...{ file: 'insights/empty.md', from: 'insights/price-of-an-empty-shelf.md', old: /(?<=\n---)\n[\s\S]*$/ },
    text: '⟦\n⟧<!-- soon -->\n',
    says: { rule: 'markdown/empty', message: 'there is no text below the fields' },
  },
  ...['[a](/b)', '**bold**', '_soft_', '`code`', '[a][1]', '<b>', '<!-- a -->'].map(
    (mark, index): Broken => ({
      name: `a plain text field contains Markdown: ${mark}`,
      ...{ file: `testimonials/field-${index}.yaml`, from: quote, old: 'company: ' },
      text: `company: A ⟦${mark}⟧ a_b_c 2*3*4 `,
      says: { rule: 'markdown/field', message: 'this field is plain text', found: mark },
    }),
  ),
  ...['![a](/b)', '[a](/b c)', '**open', '_soft_', '## a'].map(
    (mark, index): Broken => ({
      name: `an inline Markdown field contains unsupported Markdown: ${mark}`,
      ...{ file: `faqs/inline-${index}.yaml`, from: list, old: 'From' },
      text: `|-\n      ⟦${mark}⟧\n      \\*, \\[x](/y), **a** [b *c*](/) 2*3*4 `,
      says: { rule: 'markdown/field', message: 'this field supports only links and emphasis', found: mark },
    }),
  ),
  ...[
    ['Audit-Time', '{audit-time}'],
    ['audit_time', '{audit-time}'],
    [' audit-time', '{audit-time}'],
  ].map(
    ([name = '', mended = ''], index): Broken => ({
      name: `the name of a fact has the wrong case, separator or spacing: "${name}"`,
      ...{ file: `blog/spelling-${index}.md`, from: article, old: ends },
      text: `\n\nAn audit takes ⟦{${name}}⟧, not \\{this\\}.\n`,
      says: {
        rule: 'fact/unknown',
        message: `facts.yaml has no fact "${name.trim()}"`,
        help: 'Did you mean {audit-time}? Names are in lower case, with dashes and without spaces.',
      },
      mended: `An audit takes ${mended}, not \\{this\\}.`,
    }),
  ),
  {
    name: 'the name of a fact in a field has the wrong case',
    ...{ file: 'testimonials/spelling.yaml', from: quote, old: 'company: ' },
    text: 'company: Of ⟦{Brand}⟧, ',
    says: { rule: 'fact/unknown', message: 'facts.yaml has no fact "Brand"' },
    mended: 'company: Of {brand}, Founder, rope and hardware brand',
  },
  {
    name: 'a field contains a placeholder that nothing replaces',
    ...{ file: 'jobs/placeholder.md', from: job, old: 'summary: Write' },
    text: 'summary: For ⟦{salary}⟧ write',
    says: { rule: 'fact/placeholder', message: 'nothing replaces {salary} here' },
  },
  {
    name: 'a job posting contains a placeholder that is only valid in labels',
    ...{ file: 'jobs/number.md', from: job, old: ends },
    text: '\n\nA year is worth {salary}, in ⟦{n}⟧ parts.\n',
    says: {
      rule: 'fact/placeholder',
      message: 'nothing replaces {n} here',
      help: 'Use {salary} here.',
    },
  },
  {
    name: 'an article contains a control character',
    ...{ file: 'blog/control.md', from: article, old: ends },
    text: '\n\nOne line⟦\v⟧and the next.\n',
    says: { rule: 'text/control', message: 'U+000B is an invisible control character' },
  },
  {
    name: 'an escape sequence produces a control character',
    ...{ file: 'testimonials/escape.yaml', from: quote, old: 'author: Abel T.' },
    text: 'author: ⟦"Abel\\x07 T."⟧',
    says: { rule: 'text/control', message: 'U+0007 is an invisible control character' },
  },
  {
    name: 'a page has two heroes',
    ...{ file: 'pages/heroes.yaml', old: /[\s\S]+/ },
    text: `path: /heroes
title: Two heroes in one page
description: ${'What the page with two heroes says of itself, '.repeat(2)}and no other.
sections:
  - type: hero
    heading: The first
  - type: ⟦hero⟧
    heading: The second
`,
    says: { rule: 'page/heading', message: 'this page already has a hero' },
  },
  {
    name: 'a page has no hero',
    ...{ file: 'pages/no-hero.yaml', old: /[\s\S]+/ },
    text: `path: /no-hero
title: No hero in this page
description: ${'What the page without a hero says of itself, '.repeat(2)}and no other.
⟦sections⟧:
  - type: faq
    heading: Questions
    faq: home
`,
    says: { rule: 'page/heading', message: 'this page has no heading' },
  },
  {
    name: 'a counter uses a fact that contains no number',
    ...{ file: 'pages/words.yaml', old: /[\s\S]+/ },
    text: `path: /words
title: Words that should count
description: ${'What the page with counted words says of itself, '.repeat(2)}and no other.
sections:
  - type: hero
    heading: Figures
  - type: stats
    heading: Counted
    items:
      - { fact: ⟦reply-time⟧, label: until you hear from us }
`,
    says: { rule: 'fact/no-number', message: 'the fact "reply-time" has no number to count up to' },
  },
  {
    name: 'a client is quoted twice on one page',
    ...{ file: 'pages/quoted-twice.yaml', old: /[\s\S]+/ },
    text: `path: /quoted-twice
title: One client, two quotes
description: ${'What the page with one client says of itself, '.repeat(2)}and no other.
sections:
  - type: hero
    heading: Clients
  - type: testimonials
    heading: What they say
    items: [abel-rope, signe-tea]
  - type: quote
    testimonial: ⟦abel-rope⟧
`,
    says: { rule: 'ref/repeated', message: '"abel-rope" is used twice' },
  },
  {
    name: 'two pages have the same title',
    ...{ file: 'services/title.yaml', from: service, old: /^metaTitle: .*/m },
    text: 'metaTitle: ⟦Write to the crew⟧',
    says: { rule: 'meta/duplicate', severity: 'warning', message: 'two pages have the same title' },
  },
  {
    name: 'a description is too short for search results',
    ...{ file: 'blog/short.md', from: article, old: /^metaDescription: .*\n.*\n.*/m },
    text: `metaDescription: ⟦${'Short words, '.repeat(5)}few.⟧`,
    says: {
      rule: 'meta/length',
      severity: 'warning',
      message: 'this description is so short',
      expected: '90 to 160 characters',
      found: '69 characters',
    },
  },
  {
    name: 'the publication date of an article is in the future',
    ...{ file: 'blog/upcoming.md', from: article, old: /^published: .*/m },
    text: 'published: ⟦2931-05-05⟧',
    says: { rule: 'date/upcoming', severity: 'warning', message: 'this entry is not on the site until 2931-05-05' },
  },
]
