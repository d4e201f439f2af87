import type { ContentDifference } from './content-difference.ts'
import type { Difference } from './difference.ts'

interface Format {
  builds(): Promise<(difference: Difference) => string>
  content(): Promise<(difference: ContentDifference) => string>
}

/** How a difference can be told. Each format is loaded only when it is chosen. */
export const formats = {
  pretty: {
    builds: async () => (await import('./pretty.ts')).pretty,
    content: async () => (await import('./content-pretty.ts')).contentPretty,
  },
  json: {
    builds: async () => (difference: Difference) => `${JSON.stringify({ version: 1, ...difference }, null, 2)}\n`,
    content: async () => (await import('./content-json.ts')).contentJson,
  },
  markdown: {
    builds: async () => (await import('./markdown.ts')).markdown,
    content: async () => (await import('./content-markdown.ts')).contentMarkdown,
  },
} satisfies Record<string, Format>
export type DiffFormat = keyof typeof formats
