import type { Result } from '@northshelf/audit'
import {
  formatMetric,
  getPageLimits,
  type Metric,
  type MetricValues,
  metricNames,
  pageMetrics,
  type Thresholds,
} from '../diagnostics/thresholds.ts'
import { browserFlags } from './browser.mjs'
import { type AuditOutcome, type Finding, findExceededLimits } from './finding.ts'
import { loadTools } from './tools.ts'

/** Minimum benchmark index for meaningful timings; Lighthouse warns below it. */
export const MIN_BENCHMARK_INDEX = 1000

/** Additional attempts per page, because Chrome sometimes records no trace. */
const EXTRA_RUNS = 2

export interface LighthouseOptions {
  /** Number of runs per page; the figures are medians. */
  runs: number
  chromePath: string
  onRun: (page: string, run: number, done: number) => void
}

/**
 * Runs Lighthouse with its mobile defaults (simulated throttling), one run at a time. The first page gets an extra run
 * to warm up the browser. docs/decisions/011 explains which figures depend on the machine.
 */
export async function auditWithLighthouse(
  pages: readonly string[],
  base: string,
  thresholds: Thresholds,
  { runs, chromePath, onRun }: LighthouseOptions,
): Promise<AuditOutcome & { speed: number | undefined }> {
  const { tools } = await loadTools()
  const [{ launch }, { default: lighthouse }] = await Promise.all([tools.chromeLauncher(), tools.lighthouse()])
  const chrome = await launch({ chromePath, chromeFlags: browserFlags })
  const figures = new Map<string, MetricValues>()
  const findings: Finding[] = []
  /** Lowest benchmark index of the machine across all pages; undefined if there are no results. */
  let speed: number | undefined
  const measure = async (page: string) =>
    (await lighthouse(base + page, { port: chrome.port, output: 'json', logLevel: 'silent' }))?.lhr
  try {
    const [first] = pages
    if (first && runs > 1) await measure(first)
    for (const [index, page] of pages.entries()) {
      const results: Result[] = []
      let reason = 'no reason given'
      for (let attempt = 0; results.length < runs && attempt < runs + EXTRA_RUNS; attempt += 1) {
        onRun(page, results.length + 1, index)
        const result = await measure(page)
        if (result && !result.runtimeError) results.push(result)
        else reason = result?.runtimeError?.message ?? reason
      }
      if (results.length === 0) {
        const message = `no result in ${runs + EXTRA_RUNS} runs: ${reason}`
        findings.push({ page, rule: 'lighthouse/no-result', message })
        continue
      }
      const own = medianFigures(results)
      const rating = medianOf(results.map(({ environment }) => environment.benchmarkIndex))
      speed = Math.min(speed ?? rating, rating)
      figures.set(page, own)
      const limits = getPageLimits(page, thresholds)
      findings.push(
        ...findExceededLimits(page, pickEnforcedMetrics(own, rating), limits, { performance: listSlow(own, limits) }),
        ...failedAudits(page, results),
      )
    }
  } finally {
    chrome.kill()
  }
  return { findings, figures, speed }
}

/** Returns the figures that can fail the audit: all except timings and, on slow machines, the performance score. */
export function pickEnforcedMetrics(figures: MetricValues, rating: number): MetricValues {
  const names = metricNames.filter(
    (name) => pageMetrics[name].unit !== 'ms' && (name !== 'performance' || rating >= MIN_BENCHMARK_INDEX),
  )
  return Object.fromEntries(names.map((name) => [name, figures[name]]))
}

/** Lists the timings over their limits, such as `TBT 459 ms`. */
function listSlow(figures: MetricValues, limits: Required<MetricValues>): string {
  const slow = metricNames.filter((name) => pageMetrics[name].unit === 'ms' && (figures[name] ?? 0) > limits[name])
  return slow.map((name) => `${pageMetrics[name].title} ${formatMetric(name, figures[name] ?? 0)}`).join(', ')
}

/** Returns the median of each metric that Lighthouse measures. The metric's rule ends with its Lighthouse id. */
function medianFigures(results: readonly Result[]): MetricValues {
  const names = metricNames.filter((name) => pageMetrics[name].rule.startsWith('lighthouse/'))
  const read = (name: Metric, { categories, audits }: Result) => {
    const { rule, unit } = pageMetrics[name]
    const id = rule.slice('lighthouse/'.length)
    return unit === 'score' ? (categories[id]?.score ?? 0) * 100 : (audits[id]?.numericValue ?? 0)
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(results.map((result) => read(name, result)))]))
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Lists audits that failed in any run and lowered a score other than performance. */
function failedAudits(page: string, results: readonly Result[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const { categories, audits } of results) {
    for (const category of [categories.accessibility, categories['best-practices'], categories.seo]) {
      for (const { id, weight } of category?.auditRefs ?? []) {
        const audit = audits[id]
        if (!audit || weight === 0 || audit.score === null || audit.score === 1) continue
        const message = [audit.title, firstItem(audit)].filter(Boolean).join(': ')
        found.set(id, { page, rule: `lighthouse/${id}`, message })
      }
    }
  }
  return [...found.values()]
}

/** Describes the first failing item of an audit; undefined if the audit lists no items. */
function firstItem({ details }: Result['audits'][string]): string | undefined {
  const [item] = details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
  const node = item?.node as { snippet?: string; selector?: string } | undefined
  return [node?.snippet, node?.selector, item?.description, item?.url].find((text) => typeof text === 'string') as
    | string
    | undefined
}
