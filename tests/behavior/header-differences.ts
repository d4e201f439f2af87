import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './ask.ts'

/** Normalizes headers whose values vary between responses or can be written in several ways. */
const NORMALIZERS: Record<string, (value: string) => string> = {
  date: () => 'a date',
  'last-modified': () => 'a date',
  etag: (value) => (value.startsWith('W/') ? 'weak' : 'strong'),
  'content-type': (value) =>
    value.toLowerCase().replaceAll(/;\s*/g, '; ').replace('application/javascript', 'text/javascript'),
  server: (value) => value.replace(/\/.*/, ''),
  'alt-svc': () => 'HTTP/3',
}

/** Headers that describe how the body is transferred, which depends on the server and HTTP version. */
const FRAMING = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** Responses to one request, by server name. */
export type Answers = Record<string, Answer>

/**
 * Returns a Markdown table of the headers that differ between servers, with their values, the requests and the reason.
 * For each request, ignores servers without a response.
 * @param requests responses by request name
 * @param reasons reasons for the differences, by header name
 */
export function tableOfDifferences(
  servers: readonly string[],
  requests: Record<string, Answers>,
  reasons: Record<string, string>,
): string {
  const rows: { header: string; values: (string | undefined)[]; where: string[] }[] = []
  for (const [request, answers] of Object.entries(requests)) {
    const names = Object.values(answers).flatMap(({ headers }) => Object.keys(headers))
    for (const header of new Set(names.filter((name) => !FRAMING.has(name)))) {
      const values = servers.map((server) => answers[server] && describeHeader(answers[server].headers, header))
      if (new Set(values.filter((value) => value !== undefined)).size === 1) continue
      const fits = (row: (typeof rows)[number]) =>
        row.header === header && values.every((value, index) => value === undefined || value === row.values[index])
      const row = rows.find(fits)
      if (row) row.where.push(request)
      else rows.push({ header, values, where: [request] })
    }
  }
  rows.sort((a, b) => a.header.localeCompare(b.header))
  const all = Object.keys(requests).length
  const lines = rows.map(({ header, values, where }, index) => {
    const why = rows[index - 1]?.header === header ? '"' : (reasons[header] ?? 'UNEXPLAINED')
    return [header, ...values, where.length === all ? 'everything' : where.join(', '), why].join(' | ')
  })
  const head = ['header', ...servers, 'where', 'why']
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |\n`).join('')
}

function describeHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (value === undefined) return 'none'
  return NORMALIZERS[name]?.(String(value)) ?? String(value)
}
