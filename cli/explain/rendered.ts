import type { Explanation } from './explanation.ts'

/** What only the finished pages show; `site build` and `site audit` tell it. */
export const rendered: Record<string, Explanation> = {
  'shown/braces': {
    means: 'A page shows a name in braces.',
    matters: 'Visitors, search engines and job boards would read them.',
    bad: '{salary} a year',
    good: '$70K-$90K a year',
    fix: 'Name a fact that there is. What is meant literally gets a backslash before it.',
  },
  'shown/markdown': {
    means: 'A page shows the marks of markdown.',
    matters: 'Visitors would read brackets and asterisks.',
    bad: 'See our **new** terms.',
    good: 'See our new terms.',
    fix: 'Take the marks out of fields, and mend those of texts. What is meant literally gets a backslash before it.',
  },
  'shown/unwritten': {
    means: 'A page shows a text that is still to be written.',
    matters: 'Visitors would read TODO.',
    bad: 'heading: TODO heading of the section',
    good: 'heading: Brands that stay',
    fix: 'Write it, or take the entry off the page. What stands on no page may wait.',
  },
  'shown/control': {
    means: 'A page holds a character that cannot be seen.',
    matters: 'Some readers show a box in its place.',
    bad: 'Prime Day(U+000B)in numbers',
    good: 'Prime Day in numbers',
    fix: 'Remove it where it is written.',
  },
  'shown/link': {
    means: 'A link of a page has no address.',
    matters: 'It looks like a link and does nothing.',
    bad: '<a>our terms</a>',
    good: '<a href="/terms">our terms</a>',
    fix: 'Say where it leads.',
  },
  'shown/heading': {
    means: 'A page has no heading of the first level, or more than one.',
    matters: 'Search engines and screen readers ask for one that says what the page is.',
    bad: '<h1>Services</h1> … <h1>Big</h1>',
    good: '<h1>Services</h1> … <h2>Big</h2>',
    fix: 'Let a page have one hero, and texts begin with headings of two #.',
  },
  'shown/id': {
    means: 'An id of a page is empty or stands there twice.',
    matters: 'Links to it end at the wrong place.',
    bad: '<h2 id="">',
    good: '<h2 id="the-fix">',
    fix: 'Give headings and sections words of their own.',
  },
  'shown/unnamed': {
    means: 'A page has no title or no description.',
    matters: 'Search results would show an address and scraps.',
    bad: '<title></title>',
    good: '<title>Services | Northshelf</title>',
    fix: 'Write it in the file of the page.',
  },
  'shown/same': {
    means: 'Two pages have the same title or description.',
    matters: 'Search engines show one of them and drop the other.',
    bad: '/a and /b: <title>Amazon SEO</title>',
    good: '/a: <title>Amazon SEO</title>, /b: <title>When shoppers cannot find you</title>',
    fix: 'Say what is on this page and not on the other.',
  },
  'shown/feed': {
    means: 'A feed or the sitemap is not well-formed XML.',
    matters: 'Readers refuse all of it.',
    bad: '<title>Fees & freight</title>',
    good: '<title>Fees &amp; freight</title>',
    fix: 'Look for what the message names in the titles and texts of the content.',
  },
}
