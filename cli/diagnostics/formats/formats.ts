import type { CheckResult } from './result.ts'

/** Report formats, loaded on demand. */
export const formats = {
  pretty: async () => (await import('./pretty.ts')).pretty,
  concise: async () => (await import('./concise.ts')).concise,
  json: async () => (await import('./json.ts')).json,
  github: async () => (await import('./github.ts')).github,
  sarif: async () => (await import('./sarif.ts')).sarif,
} satisfies Record<string, () => Promise<(result: CheckResult) => string>>
export type Format = keyof typeof formats
