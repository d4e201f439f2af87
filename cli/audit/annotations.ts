import { escapeWorkflowValue } from '../diagnostics/formats/github.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import { type Finding, groupFindings } from './finding.ts'

/** Maximum number of annotations that GitHub shows per step. The step summary lists all findings. */
const MAX_ANNOTATIONS = 10

/**
 * Formats findings as GitHub workflow commands. Each command points to the content file of the first affected page that
 * has one.
 */
export function formatAnnotations(findings: readonly Finding[], fileOfPage: ReadonlyMap<string, string>): string {
  const groups = groupFindings(findings)
  const lines = groups.slice(0, MAX_ANNOTATIONS).map(({ pages, rule, message }) => {
    const file = pages.map((page) => fileOfPage.get(page)).find((known) => known !== undefined)
    const location = file ? `file=${escapeWorkflowValue(file)},` : ''
    return `::error ${location}title=${escapeWorkflowValue(rule)}::${escapeWorkflowValue(`${pages.join(' ')}  ${message}`, /[%\r\n]/g)}\n`
  })
  const more = groups.length - MAX_ANNOTATIONS
  const notice = `::notice title=site audit::${pluralize(more, 'more finding')}: see the step summary\n`
  return lines.join('') + (more > 0 ? notice : '')
}

/** Formats findings as a table for the step summary. */
export function formatStepSummary(findings: readonly Finding[]): string {
  const rows = groupFindings(findings).map(
    ({ pages, rule, message }) =>
      `| ${pages.join('<br>')} | \`${rule}\` | ${message.replace(/[|<>]/g, (char) => `&#${char.charCodeAt(0)};`)} |\n`,
  )
  return `### site audit\n\n| page | rule | finding |\n|---|---|---|\n${rows.join('')}`
}
