import type { Explanations } from '../../diagnostics/problem.ts'

export const yamlRules: Explanations = {
  'yaml/syntax': {
    means: 'The YAML of a file is invalid from this point on.',
    matters: 'The file cannot be read, so none of it can be shown.',
    bad: 'title: "Prime Day\ntag: Ads',
    good: 'title: "Prime Day"\ntag: Ads',
    fix: 'Check quotes, brackets and indentation in the marked line and the line above.',
  },
  'yaml/tab': {
    means: 'A line is indented with a tab, which YAML does not allow.',
    matters: 'The file cannot be read, so none of it can be shown.',
    bad: 'items:\n\t- one',
    good: 'items:\n  - one',
    fix: 'Indent with two spaces, or run --fix. Most editors can insert spaces instead of tabs.',
  },
  'yaml/unquoted-colon': {
    means: 'Text contains a colon followed by a space, which starts a second field.',
    matters: 'The file cannot be read, or part of the text is missing.',
    bad: 'title: SEO: the short guide',
    good: 'title: "SEO: the short guide"',
    fix: 'Put quotes around the whole text, or run --fix.',
  },
  'yaml/missing-space': {
    means: "The space after a field's colon or a list item's dash is missing, or is not a plain space.",
    matters: 'The name and the text are read as one word, so the field is missing.',
    bad: 'title:Prime Day',
    good: 'title: Prime Day',
    fix: 'Add a space there, or run --fix.',
  },
  'yaml/needs-quotes': {
    means:
      'Text starts with a character that has a special meaning in YAML, such as @ * & ! % [ { or a quote, or a list item starts with * or • instead of a dash.',
    matters: 'The file cannot be read, or the start of the text is not shown.',
    bad: 'title: [Draft] Prime Day',
    good: 'title: "[Draft] Prime Day"',
    fix: 'Put quotes around the whole text; --fix does this if the text runs to the end of the line. After | or >, start the text on the next line. Inside [ ] or { }, put quotes around that text only.',
  },
  'yaml/cut-by-comment': {
    means: 'Text contains a # after a space, so the rest of the line is a comment.',
    matters: 'Visitors would see only the start of the text, and YAML reports no error.',
    bad: 'title: We are #1 in retail',
    good: 'title: "We are #1 in retail"',
    fix: 'Put quotes around the whole text, or run --fix. If it is a comment, write a space after the #.',
  },
  'yaml/duplicate-key': {
    means: 'A group contains the same field twice.',
    matters: 'Only one of the two would be shown.',
    bad: 'title: Prime Day\ntag: Ads\ntitle: Prime Week',
    good: 'title: Prime Week\ntag: Ads',
    fix: 'Keep one of them.',
  },
  'yaml/too-deep': {
    means: 'Groups, lists or aliases are nested too deeply.',
    matters: 'The file cannot be read, so none of it can be shown.',
    bad: 'items: &all [*all]',
    good: 'items: [one, two]',
    fix: 'Write out the values where they are needed. An alias must not refer to a value that contains it.',
  },
}
