import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { thresholdsFile } from '../paths.ts'
import { matchesPattern } from './address-pattern.ts'
import { exitCodes, Failure } from './failure.ts'

/** Values measured for a page. Limits are minimums for scores, and maximums for all other values. */
export const pageMetrics = {
  html: { title: 'HTML and styles', unit: 'kB', rule: 'budget/html' },
  nodes: { title: 'Elements', unit: 'count', rule: 'budget/nodes' },
  eagerScript: { title: 'Initial script', unit: 'kB', rule: 'budget/eager-script' },
  script: { title: 'Script', unit: 'kB', rule: 'budget/script' },
  preloadedFonts: { title: 'Preloaded fonts', unit: 'kB', rule: 'budget/preloaded-fonts' },
  fonts: { title: 'Fonts', unit: 'kB', rule: 'budget/fonts' },
  requests: { title: 'Requests', unit: 'count', rule: 'budget/requests' },
  thirdParty: { title: 'Third-party requests', unit: 'count', rule: 'budget/third-party' },
  layoutShift: { title: 'Layout shift', unit: 'shift', rule: 'layout/shift' },
  performance: { title: 'Performance', unit: 'score', rule: 'lighthouse/performance' },
  accessibility: { title: 'Accessibility', unit: 'score', rule: 'lighthouse/accessibility' },
  bestPractices: { title: 'Best practices', unit: 'score', rule: 'lighthouse/best-practices' },
  seo: { title: 'SEO', unit: 'score', rule: 'lighthouse/seo' },
  firstPaint: { title: 'FCP', unit: 'ms', rule: 'lighthouse/first-contentful-paint' },
  largestPaint: { title: 'LCP', unit: 'ms', rule: 'lighthouse/largest-contentful-paint' },
  blocking: { title: 'TBT', unit: 'ms', rule: 'lighthouse/total-blocking-time' },
  loadShift: { title: 'CLS', unit: 'shift', rule: 'lighthouse/cumulative-layout-shift' },
} as const satisfies Record<string, { title: string; unit: 'kB' | 'count' | 'shift' | 'score' | 'ms'; rule: string }>

export type Metric = keyof typeof pageMetrics
export const metricNames = Object.keys(pageMetrics) as Metric[]

/** Sizes in kB, times in milliseconds, scores from 0 to 100. */
export type MetricValues = Partial<Record<Metric, number>>

/** Formats a value without its unit. */
export function formatMetricNumber(metric: Metric, value: number): string {
  const { unit } = pageMetrics[metric]
  if (unit === 'kB') return String(Number(value.toFixed(1)))
  return unit === 'shift' ? String(Number(value.toFixed(3))) : Math.round(value).toLocaleString('en-US')
}

/** Formats a value with its unit, such as `93.1 kB`. */
export function formatMetric(metric: Metric, value: number): string {
  const { unit } = pageMetrics[metric]
  const number = formatMetricNumber(metric, value)
  return unit === 'kB' || unit === 'ms' ? `${number} ${unit}` : number
}

export function isWithinLimit(metric: Metric, value: number, limit: number): boolean {
  return pageMetrics[metric].unit === 'score' ? value >= limit : value <= limit
}

const limits = z.strictObject(
  Object.fromEntries(metricNames.map((name) => [name, z.number().min(0)])) as Record<Metric, z.ZodNumber>,
)
const schema = z.strictObject({
  limits,
  /** Maximum size of a download in MB. */
  document: z.number().positive().optional(),
  /** Maximum size of a video in MB. */
  video: z.number().positive().optional(),
  exceptions: z.array(limits.partial().extend({ pages: z.array(z.string().startsWith('/')).min(1) })).default([]),
})
export type Thresholds = z.infer<typeof schema>

/** @throws Failure if the file cannot be read or is invalid */
export function readThresholds(file = thresholdsFile): Thresholds {
  try {
    return schema.parse(parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Failure(`Invalid thresholds in ${file}.\n${reason}`, exitCodes.usage)
  }
}

export function getPageLimits(page: string, { limits, exceptions }: Thresholds): Required<MetricValues> {
  const own = exceptions.filter(({ pages }) => pages.some((pattern) => matchesPattern(page, pattern)))
  return Object.assign({}, limits, ...own.map(({ pages, ...rest }) => rest)) as Required<MetricValues>
}
