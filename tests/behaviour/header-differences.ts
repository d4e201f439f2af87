import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './ask.ts'

/** What a header says where it is another one with each answer, or may be written in several ways. */
const SPELLINGS: Record<string, (value: string) => string> = {
  date: () => 'a date',
  'last-modified': () => 'a date',
  etag: (value) => (value.startsWith('W/') ? 'weak' : 'strong'),
  'content-type': (value) =>
    value.toLowerCase().replaceAll(/;\s*/g, '; ').replace('application/javascript', 'text/javascript'),
  server: (value) => value.replace(/\/.*/, ''),
  'alt-svc': () => 'HTTP/3',
}

/** How a body is cut into pieces is each server's own matter, and that of the version of HTTP. */
const FRAMING = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** The answers of servers to one request, by the name of the server. */
export type Answers = Record<string, Answer>

/**
 * Where servers differ, as lines of a table in markdown: a header, what it says on each of them, for which requests, and
 * why. A server that has no answer to a request differs from none.
 * @param asked answers by what was asked for
 * @param reasons by name of the header
 */
export function tableOfDifferences(
  servers: readonly string[],
  asked: Record<string, Answers>,
  reasons: Record<string, string>,
): string {
  const rows: { header: string; said: (string | undefined)[]; where: string[] }[] = []
  for (const [what, answers] of Object.entries(asked)) {
    const names = Object.values(answers).flatMap(({ headers }) => Object.keys(headers))
    for (const header of new Set(names.filter((name) => !FRAMING.has(name)))) {
      const said = servers.map((server) => answers[server] && say(answers[server].headers, header))
      if (new Set(said.filter((value) => value !== undefined)).size === 1) continue
      const fits = (row: (typeof rows)[number]) =>
        row.header === header && said.every((value, index) => value === undefined || value === row.said[index])
      const row = rows.find(fits)
      if (row) row.where.push(what)
      else rows.push({ header, said, where: [what] })
    }
  }
  rows.sort((one, other) => one.header.localeCompare(other.header))
  const all = Object.keys(asked).length
  const lines = rows.map(({ header, said, where }, index) => {
    const why = rows[index - 1]?.header === header ? '"' : (reasons[header] ?? 'UNEXPLAINED')
    return [header, ...said, where.length === all ? 'everything' : where.join(', '), why].join(' | ')
  })
  const head = ['header', ...servers, 'where', 'why']
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |\n`).join('')
}

function say(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  if (value === undefined) return 'none'
  return SPELLINGS[name]?.(String(value)) ?? String(value)
}
