import type { Explanation } from './explanation.ts'

export const yaml: Record<string, Explanation> = {
  'yaml/syntax': {
    means: 'A file cannot be read as YAML from this place on.',
    matters: 'Nothing of the file can be shown until it can be read.',
    bad: 'title: "Prime Day\ntag: Ads',
    good: 'title: "Prime Day"\ntag: Ads',
    fix: 'Look at the marked line and the one above: quotes, brackets and indentation.',
  },
  'yaml/tab': {
    means: 'A line is indented with a tab, which YAML does not allow.',
    matters: 'Nothing of the file can be shown until it can be read.',
    bad: 'items:\n\t- one',
    good: 'items:\n  - one',
    fix: 'Indent with two spaces, or let --fix do it. Most editors can be told to insert spaces for .yaml files.',
  },
  'yaml/unquoted-colon': {
    means: 'A text with a colon and a space in it is taken for a second field.',
    matters: 'The file cannot be read, or a part of the text disappears.',
    bad: 'title: SEO: the short guide',
    good: 'title: "SEO: the short guide"',
    fix: 'Put quotes around the whole text, or let --fix do it.',
  },
  'yaml/missing-space': {
    means: 'There is no space after the colon of a field or the dash of an entry, or one that only looks like a space.',
    matters: 'Name and text are taken for one word, so the field is missing.',
    bad: 'title:Prime Day',
    good: 'title: Prime Day',
    fix: 'Write a space there, or let --fix do it.',
  },
  'yaml/needs-quotes': {
    means: 'A text begins with a character that means something else to YAML, such as @ * & ! % [ { or a quote.',
    matters: 'The file cannot be read, or the beginning of the text is not shown.',
    bad: 'title: [Draft] Prime Day',
    good: 'title: "[Draft] Prime Day"',
    fix: 'Put quotes around the whole text; --fix does it where the whole line is the text. After | or > a text begins on the next line. In [ ] and { } put them around the one text.',
  },
  'yaml/cut-by-comment': {
    means: 'A text holds a # after a space, so the rest of the line is a comment.',
    matters: 'Visitors see half a sentence, and no tool complains.',
    bad: 'title: We are #1 in retail',
    good: 'title: "We are #1 in retail"',
    fix: 'Put quotes around the whole text, or let --fix do it. A real comment has a space after its #.',
  },
  'yaml/too-deep': {
    means: 'Groups, lists or aliases stand inside each other more often than any content needs.',
    matters: 'Nothing of the file can be shown until it can be read.',
    bad: 'items: &all [*all]',
    good: 'items: [one, two]',
    fix: 'Write the values out where they are needed. An alias must not stand in what it names.',
  },
  'yaml/duplicate-key': {
    means: 'One group has the same field twice.',
    matters: 'Only one of the two would be shown.',
    bad: 'title: Prime Day\ntag: Ads\ntitle: Prime Week',
    good: 'title: Prime Week\ntag: Ads',
    fix: 'Keep one of them.',
  },
}
