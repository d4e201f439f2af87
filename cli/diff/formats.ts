import type { Difference } from './difference.ts'

/** @param folder absolute path of the content folder */
type Format = (difference: Difference, folder: string) => string

/** Each format is loaded only when it is chosen. */
export const formats = {
  pretty: async () => (await import('./pretty.ts')).pretty,
  json: async () => (await import('./json.ts')).json,
  markdown: async () => (await import('./markdown.ts')).markdown,
} satisfies Record<string, () => Promise<Format>>
export type DiffFormat = keyof typeof formats
