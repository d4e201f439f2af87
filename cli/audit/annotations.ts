import { escaped } from '../diagnostics/formats/github.ts'
import { type Finding, groupFindings } from './finding.ts'

/** GitHub shows this many a step; the rest is in the summary. */
const MOST = 10

/** Findings as GitHub's workflow commands, each at the content file of its (first) page where that is known. */
export function annotations(findings: readonly Finding[], fileOfPage: ReadonlyMap<string, string>): string {
  const groups = groupFindings(findings)
  const lines = groups.slice(0, MOST).map(({ pages, rule, message }) => {
    const file = pages.map((page) => fileOfPage.get(page)).find((known) => known !== undefined)
    const place = file ? `file=${escaped(file)},` : ''
    return `::error ${place}title=${escaped(rule)}::${escaped(`${pages.join(' ')}  ${message}`, /[%\r\n]/g)}\n`
  })
  const more = groups.length - MOST
  const notice = `::notice title=site audit::${more} more: see the summary of this step\n`
  return lines.join('') + (more > 0 ? notice : '')
}

/** The same as a table for the summary of the step. */
export function stepSummary(findings: readonly Finding[]): string {
  const rows = groupFindings(findings).map(
    ({ pages, rule, message }) =>
      `| ${pages.join('<br>')} | \`${rule}\` | ${message.replace(/[|<>]/g, (char) => `&#${char.charCodeAt(0)};`)} |\n`,
  )
  return `### site audit\n\n| page | rule | what |\n|---|---|---|\n${rows.join('')}`
}
