import { tokenStylesheet } from '@northshelf/site/theme/tokens.ts'
import { escapeXml } from '../build/text-files.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import {
  formatMetric,
  formatMetricNumber,
  getPageLimits,
  isWithinLimit,
  type Metric,
  type MetricValues,
  metricNames,
  pageMetrics,
  type Thresholds,
} from '../diagnostics/thresholds.ts'
import type { AuditResult } from './audit.ts'
import { groupFindings } from './finding.ts'

/** The styles are inlined, because the report is a single file. */
const reportStyles = `
${tokenStylesheet}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem); max-width: 100rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
header p, main p { color: var(--muted); margin: .25rem 0 1rem; }
.gates { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 0; }
.gates li { border: 1px solid var(--rule); border-radius: .5rem; padding: .25rem .75rem; }
.gates .passed { color: var(--ok); } .gates .failed { color: var(--error); border-color: currentColor; } .gates .skipped, .gates .not-run { color: var(--muted); }
.findings { padding: 0; margin: 0; list-style: none; }
.findings li { border-top: 1px solid var(--rule); padding: .6rem 0; overflow-wrap: anywhere; } .findings code { color: var(--error); margin-left: .5rem; } .findings span { display: block; color: var(--muted); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; width: 100%; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; vertical-align: top; } th:first-child { text-align: left; position: sticky; left: 0; background: var(--paper); font-weight: 600; }
thead th { vertical-align: bottom; } small { display: block; color: var(--muted); font-weight: 400; font-size: .75rem; }
.over { color: var(--error); font-weight: 700; }
@media print { body { padding: 0; } }
`

/** Renders the report as a single HTML page without scripts. */
export function renderReportPage(
  result: AuditResult,
  last: Readonly<Record<string, MetricValues>>,
  thresholds: Thresholds,
  createdAt: Date,
): string {
  const { gates, findings, figures, pages } = result
  const shown = metricNames.filter((name) => pages.some((page) => figures.get(page)?.[name] !== undefined))
  const machine = [
    `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    result.browser && `Chromium ${result.browser}`,
    result.speed !== undefined && `machine benchmark ${Math.round(result.speed)}`,
  ].filter((part) => typeof part === 'string')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Audit: ${findings.length === 0 ? 'passed' : pluralize(findings.length, 'finding')}</title>
<style>${reportStyles}</style>
<header>
<h1>${findings.length === 0 ? 'No findings' : pluralize(findings.length, 'finding')} on ${pluralize(pages.length, 'page')}</h1>
<p>${machine.map(escapeXml).join(' · ')}</p>
<ul class="gates">${gates.map((gate) => `<li class="${gate.state.replace(' ', '-')}"><b>${gate.gate}</b> ${gate.findings > 0 ? pluralize(gate.findings, 'finding') : gate.state}</li>`).join('')}</ul>
</header>
<main>
${findings.length > 0 ? `<h2>Findings</h2><ol class="findings">${groupFindings(findings).map(findingItem).join('')}</ol>` : ''}
${shown.length > 0 ? `<h2>Figures</h2>${table(shown, result, last, thresholds)}` : ''}
</main>
</html>
`
}

function findingItem({ pages, rule, message }: ReturnType<typeof groupFindings>[number]): string {
  const where = pages.length > 3 ? `${pages.slice(0, 2).join(', ')} and ${pages.length - 2} more` : pages.join(', ')
  return `<li><b title="${escapeXml(pages.join('\n'))}">${escapeXml(where)}</b> <code>${escapeXml(rule)}</code><span>${escapeXml(message)}</span></li>`
}

function table(
  shown: readonly Metric[],
  { pages, figures }: AuditResult,
  last: Readonly<Record<string, MetricValues>>,
  thresholds: Thresholds,
): string {
  const head = shown.map((name) => {
    const { title, unit } = pageMetrics[name]
    const limit = `${unit === 'score' ? '≥' : '≤'} ${formatMetric(name, thresholds.limits[name])}`
    return `<th scope="col">${title}<small>${limit}</small></th>`
  })
  const rows = pages.map((page) => {
    const limits = getPageLimits(page, thresholds)
    const cells = shown.map((name) =>
      cell(name, figures.get(page)?.[name], last[page]?.[name], limits[name], thresholds.limits[name]),
    )
    return `<tr><th scope="row">${escapeXml(page)}</th>${cells.join('')}</tr>`
  })
  return `<p>Sizes are transfer sizes. Small print shows the change since the last audit and, if the page is an exception, its limit.</p>
<div class="scroll" role="region" aria-label="Figures" tabindex="0"><table><thead><tr><th scope="col">Page</th>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}

function cell(name: Metric, value: number | undefined, last: number | undefined, limit: number, defaultLimit: number) {
  if (value === undefined) return '<td></td>'
  const text = formatMetricNumber(name, value)
  const over = isWithinLimit(name, value, limit) ? '' : ' class="over"'
  const step = value - (last ?? value)
  const difference = `${step > 0 ? '+' : '−'}${formatMetricNumber(name, Math.abs(step))}`
  const change = formatMetricNumber(name, last ?? value) === text ? '' : `<small>${difference}</small>`
  const own = limit === defaultLimit ? '' : `<small>limit ${formatMetricNumber(name, limit)}</small>`
  return `<td${over}>${text}${change}${own}</td>`
}
