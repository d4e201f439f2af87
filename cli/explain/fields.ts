import type { Explanation } from './explanation.ts'

export const fields: Record<string, Explanation> = {
  'schema/missing': {
    means: 'A field that is needed is not there, or has nothing behind it.',
    matters: 'The page would have a hole: no heading, no description in search results, no button.',
    bad: 'action:\n  label: Get in touch',
    good: 'action:\n  label: Get in touch\n  to: /get-started',
    fix: 'Add the field. Other files of the same folder show how it is used.',
  },
  'schema/unknown-key': {
    means: 'A field has a name that is not known here, mostly because of a typing error.',
    matters: 'What it says would not be shown, and the field that was meant would be missing.',
    bad: 'sumary: Seven changes that cost time.',
    good: 'summary: Seven changes that cost time.',
    fix: 'Correct the name. --fix does it where the field that was meant is missing.',
  },
  'schema/type': {
    means: 'A value is of another kind than the field takes: a number for a text, a text for a list.',
    matters: 'It could not be shown as it is meant.',
    bad: 'readTime: "7"\nyear: 2023   # a text, such as "2023"',
    good: 'readTime: 7\nyear: "2023"',
    fix: 'Text that looks like a number, or begins with { needs quotes; numbers have none; lists begin with dashes.',
  },
  'schema/choice': {
    means: 'A field takes one of a few words, and this is none of them.',
    matters: 'Layouts, icons and filters go by these words.',
    bad: 'type: Full time',
    good: 'type: Full-time',
    fix: 'Take one of the words that are listed. --fix does it where only one can be meant.',
  },
  'schema/size': {
    means: 'A text is too long or too short, a list has too many or too few entries, or a number is out of range.',
    matters: 'Long titles are cut off in search results; long labels break buttons on a phone.',
    bad: 'title: A title of more than ninety characters, which no search engine and no card on this site can show …',
    good: 'title: A title that fits',
    fix: 'Shorten it, or add what is missing. Facts count with the text that takes their place.',
  },
  'schema/format': {
    means: 'A value does not have the form that is needed here: an address, an e-mail address, a name.',
    matters: 'Links and addresses would not work.',
    bad: 'to: about-us',
    good: 'to: /about-us',
    fix: 'Write it in the form that is told with the problem.',
  },
  'schema/date': {
    means: 'A day is not written as year-month-day, or does not exist.',
    matters: 'Lists are sorted by it and search engines show it.',
    bad: 'published: 2026-02-31\nupdated: March 3, 2026',
    good: 'published: 2026-02-28\nupdated: 2026-03-03',
    fix: 'Write four digits, two and two. --fix does it where only one day can be meant.',
  },
  'date/order': {
    means: 'A day that must come later comes earlier.',
    matters: 'A position would close before it opened; an article would be changed before it was there.',
    bad: 'posted: 2026-09-21\ncloses: 2026-09-01',
    good: 'posted: 2026-09-01\ncloses: 2026-09-21',
    fix: 'Correct one of the two days.',
  },
  'job/expired': {
    means: 'The last day to apply for a position is over.',
    matters: 'People would apply in vain, and search engines count expired jobs against the site.',
    bad: 'closes: 2024-01-31   # and the file is still there',
    good: '(the file is removed, or the day is moved)',
    fix: 'Remove the file, or move the day. It is a warning, so that a site can still be built the day after.',
  },
  'form/console': {
    means: 'A form only writes to the browser console what visitors enter.',
    matters: 'Every request that is sent with it is lost.',
    bad: 'delivery: console',
    good: 'delivery: relay',
    fix: 'Write "delivery: relay". It is a warning, because a demonstration may want it.',
  },
}
