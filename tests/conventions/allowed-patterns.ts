/** Regular expressions whose running time may grow faster than their text, by file and source, with the reason. */
export const allowedPatterns: { file: string; source: string; reason: string }[] = [
  {
    file: 'cli/content/yaml/discarded-text.ts',
    source: '(!(?:<[^>\\s]*>|[^\\s,[\\]{}]*))\\s*(?:&[^\\s,[\\]{}]+\\s*)?$',
    reason: 'reads at most MAX_TAG characters',
  },
  { file: 'src/site/curve-quotes.ts', source: '(<[^>]*>)', reason: 'reads HTML that the build rendered' },
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
]

/** Files whose patterns are not checked yet. */
export const uncheckedFiles = ['cli/content/markdown/code-ranges.ts', 'cli/content/markdown/code.ts']
