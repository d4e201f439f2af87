import type { Difference } from './difference.ts'

/** How a difference can be told. Each format is loaded only when it is chosen. */
export const formats = {
  pretty: async () => (await import('./pretty.ts')).pretty,
  json: async () => (difference: Difference) => `${JSON.stringify({ version: 1, ...difference }, null, 2)}\n`,
  markdown: async () => (await import('./markdown.ts')).markdown,
} satisfies Record<string, () => Promise<(difference: Difference) => string>>
export type DiffFormat = keyof typeof formats
