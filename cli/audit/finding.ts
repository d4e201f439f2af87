import {
  formatMetric,
  isWithinLimit,
  type Metric,
  type MetricValues,
  metricNames,
  pageMetrics,
} from '../diagnostics/thresholds.ts'

/** A problem on a page of the built site. */
export interface Finding {
  /** Path of the page, or `*` for the whole site. */
  page: string
  /** Stable id, such as `budget/script`. */
  rule: string
  /** Description, such as `93.1 kB of 90 kB` for an exceeded limit. */
  message: string
}

export interface AuditOutcome {
  findings: Finding[]
  /** Measurements by page. */
  figures?: Map<string, MetricValues>
}

/** Returns a finding for each exceeded limit. @param causes the largest contributors to each figure */
export function findExceededLimits(
  page: string,
  figures: MetricValues,
  limits: Required<MetricValues>,
  causes: Partial<Record<Metric, string>> = {},
): Finding[] {
  return metricNames.flatMap((name) => {
    const value = figures[name]
    if (value === undefined || isWithinLimit(name, value, limits[name])) return []
    const cause = causes[name]
    const message = `${formatMetric(name, value)} of ${formatMetric(name, limits[name])}${cause ? `  (${cause})` : ''}`
    return [{ page, rule: pageMetrics[name].rule, message }]
  })
}

/** Groups findings that differ only in their page. */
export function groupFindings(findings: readonly Finding[]): (Omit<Finding, 'page'> & { pages: string[] })[] {
  const groups = new Map<string, Omit<Finding, 'page'> & { pages: string[] }>()
  for (const { page, rule, message } of findings) {
    const key = `${rule}\n${message}`
    const group = groups.get(key) ?? { rule, message, pages: [] }
    if (!group.pages.includes(page)) group.pages.push(page)
    groups.set(key, group)
  }
  return [...groups.values()]
}
