import type { Explanation } from './explanation.ts'

export const files: Record<string, Explanation> = {
  'folder/missing': {
    means: 'The content folder is not there.',
    matters: 'Without content there is no site.',
    bad: 'site check --content contnet',
    good: 'site check --content content',
    fix: 'Name the folder with --content or SITE_CONTENT. tests/sites/harbor is a small one to copy.',
  },
  'file/missing': {
    means: 'A file that every site needs is not there.',
    matters: 'site.yaml has the menus and words of every page, facts.yaml the claims that copy uses by name.',
    bad: 'content/sites.yaml',
    good: 'content/site.yaml',
    fix: 'Add the file; the one of tests/sites/harbor is a short example.',
  },
  'file/unplaced': {
    means: 'A file looks like content and is not read, because of where it is or how its name ends.',
    matters: 'Its page would be missing, and nobody would be told.',
    bad: 'content/blog/drafts/prime-day.md\ncontent/services/seo.yml',
    good: 'content/blog/prime-day.md\ncontent/services/seo.yaml',
    fix: 'Move or rename it. Articles, jobs and long texts end in .md, everything else in .yaml.',
  },
  'file/unreadable': {
    means: 'A file of the content cannot be opened.',
    matters: 'What it says would be missing.',
    bad: 'content/blog/prime-day.md -> ../drafts/prime-day.md   # a link, and the draft is gone',
    good: 'content/blog/prime-day.md   # a file',
    fix: 'Put a file in its place, or remove it. Links to files that are there are followed.',
  },
  'file/name': {
    means: 'A file name cannot become an address.',
    matters: 'The name is the end of the page address, which people read, share and type.',
    bad: 'content/blog/Prime Day 2.md',
    good: 'content/blog/prime-day-2.md',
    fix: 'Use lower-case letters, digits and single dashes.',
  },
  'file/encoding': {
    means: 'A file is not saved as UTF-8.',
    matters: 'Quotes, dashes and accents would show as question marks.',
    bad: 'caf\uFFFD (saved as Windows-1252)',
    good: 'café (saved as UTF-8)',
    fix: 'Save it again with the encoding UTF-8. Check the characters that were lost.',
  },
  'file/byte-order-mark': {
    means: 'A file begins with an invisible mark that some Windows editors write.',
    matters: 'Nothing here: it is skipped. Other programs may stumble over it.',
    bad: '(mark)title: Prime Day',
    good: 'title: Prime Day',
    fix: 'Save as UTF-8 without BOM, or let --fix take it away.',
  },
  'front-matter/missing': {
    means: 'A markdown file does not begin with its fields.',
    matters: 'Without a title and a description there is nothing to list or to search for.',
    bad: '# Prime Day\n\nText …',
    good: '---\ntitle: Prime Day\n---\n\nText …',
    fix: 'Begin the file with a line of three dashes, the fields, and three dashes again.',
  },
  'front-matter/unterminated': {
    means: 'The fields at the top of a markdown file have no closing line.',
    matters: 'The whole article would be taken for fields, and its page be empty.',
    bad: '---\ntitle: Prime Day\n\nText …',
    good: '---\ntitle: Prime Day\n---\n\nText …',
    fix: 'Put a line of three dashes after the last field.',
  },
  'front-matter/language': {
    means: 'The fields are written in another language than YAML. They are refused and never run.',
    matters: 'Content that runs code could change or leak anything on the machine that builds the site.',
    bad: '---js\n{ title: "Prime Day" }\n---',
    good: '---\ntitle: Prime Day\n---',
    fix: 'Write the fields as YAML, between lines of three dashes and nothing else.',
  },
}
