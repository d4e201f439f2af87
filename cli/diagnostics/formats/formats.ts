import type { CheckResult } from './result.ts'

/** Report formats, loaded on demand. */
export const reportFormats = {
  pretty: async () => (await import('./pretty.ts')).formatPretty,
  concise: async () => (await import('./pretty.ts')).formatConcise,
  json: async () => (await import('./json.ts')).formatJson,
  github: async () => (await import('./github.ts')).formatGithubAnnotations,
  sarif: async () => (await import('./json.ts')).formatSarif,
} satisfies Record<string, () => Promise<(result: CheckResult) => string>>
export type ReportFormat = keyof typeof reportFormats
