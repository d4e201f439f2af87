/** Regular expressions whose running time may grow faster than their text, by file and source, with the reason. */
export const allowedPatterns: { file: string; source: string; reason: string }[] = [
  {
    file: 'cli/content/yaml/discarded-text.ts',
    source: '(!(?:<[^>\\s]*>|[^\\s,[\\]{}]*))\\s*(?:&[^\\s,[\\]{}]+\\s*)?$',
    reason: 'reads at most MAX_TAG characters',
  },
  { file: 'src/site/typeset.ts', source: '(<[^>]*>)', reason: 'reads HTML that the build rendered' },
  { file: 'src/forms/form-action.ts', source: '\\/+$', reason: 'reads an address in site.yaml, in every browser' },
  { file: 'src/schema/figure.ts', source: '\\B(?=(?:\\d{3})+(?!\\d))', reason: 'reads the digits of one number' },
  {
    file: 'src/site/typeset.ts',
    source: '(?<!<t(?:ext|span)\\b[^<]*)>[^<]+',
    reason: 'reads HTML that React rendered',
  },
  {
    file: 'src/ui/running-text.tsx',
    source: '([\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+)',
    reason: 'reads short texts of the site, in every browser',
  },
  {
    file: 'cli/audit/page-sizes.ts',
    source: '<script[^>]*\\ssrc="(\\/[^"]+)"',
    reason: 'reads HTML that the build wrote',
  },
  {
    file: 'cli/audit/page-sizes.ts',
    source: '<[a-z][^>]*\\sstyle="[^"]*"',
    reason: 'reads HTML that the build wrote',
  },
  {
    file: 'cli/audit/visit.ts',
    source: '<!--.*?-->| role="button"',
    reason: 'reads HTML that the build wrote',
  },
  {
    file: 'cli/diff/difference.ts',
    source: '<style>[\\s\\S]*?<\\/style>',
    reason: 'reads HTML that the build wrote',
  },
  {
    file: 'cli/diff/difference.ts',
    source: '<meta http-equiv="Content-Security-Policy"[^>]*>',
    reason: 'reads HTML that the build wrote',
  },
  {
    file: 'cli/review/review-pages.ts',
    source: '\\/\\*[\\s\\S]*?\\*\\/|\\s+',
    reason: 'reads a stylesheet of the project',
  },
  {
    file: 'cli/rules/markdown.ts',
    source: '<!--[\\s\\S]*?(?:-->|$)',
    reason: 'always matches, at the end of the text if not before',
  },
  {
    file: 'src/site/typeset.ts',
    source: '<(h[1-3]|blockquote)\\b[^>]*>.*?<\\/\\1>',
    reason: 'reads HTML that React rendered',
  },
  {
    file: 'src/theme/tokens.ts',
    source: '--([\\w-]+): (oklch\\([\\d. ]+\\)|white|black);',
    reason: 'reads a stylesheet of the project',
  },
  {
    file: 'src/theme/tokens.ts',
    source: '\\/\\*[\\s\\S]*?\\*\\/',
    reason: 'reads a stylesheet of the project',
  },
  {
    file: 'cli/review/rewrite-page.ts',
    source: '<(script|style)\\b(?:word)>[\\s\\S]*?</\\1>|<([a-z][\\w-]*)((?:word))>',
    reason: 'reads HTML that the build wrote',
  },
]
