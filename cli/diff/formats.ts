import type { Difference } from './difference.ts'

/** @param folder absolute path of the content folder */
type Format = (difference: Difference, folder: string) => string

/** Each format is loaded only when it is chosen. */
export const diffFormats = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  json: async () => (await import('./json.ts')).formatJson,
  markdown: async () => (await import('./markdown.ts')).formatMarkdown,
} satisfies Record<string, () => Promise<Format>>
export type DiffFormat = keyof typeof diffFormats
