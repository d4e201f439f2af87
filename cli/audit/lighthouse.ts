import type { Result } from 'lighthouse'
import { browserFlags } from './browser.mjs'
import { type Finding, judge, type Outcome } from './finding.ts'
import type { Figures, Measure } from './measures.ts'
import { slowdownFor, USUAL } from './slowdown.ts'
import { limitsFor, type Thresholds } from './thresholds.ts'

/** Where a figure stands in what Lighthouse returns. */
const scores = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best-practices',
  seo: 'seo',
} as const satisfies Partial<Record<Measure, string>>
const metrics = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocking: 'total-blocking-time',
  loadShift: 'cumulative-layout-shift',
} as const satisfies Partial<Record<Measure, string>>

/** What says something about the machine as well as about the page. */
const bySpeed: readonly Measure[] = ['performance', 'firstPaint', 'largestPaint', 'blocking']

/** Other work lowers a rating and nothing raises it, so that the best of this many runs is the processor's own. */
const RATED = 3

/** How often a run without a result is tried. */
const TRIES = 3

export interface LighthouseOptions {
  /** Runs a page; each figure is the median of them. Pages that miss a time are measured again after all others. */
  runs: number
  /** Path of Chrome. */
  chromePath: string
  onRun: (page: string, run: number, done: number) => void
  /** How fast the processor is, on the scale of Lighthouse. */
  onSpeed: (rating: number) => void
}

/**
 * Lighthouse with its mobile defaults (simulated throttling), one run at a time. The first page is run once
 * more before it counts, because the first run pays for the start of the browser. Pages that miss a time are
 * measured once more after all others, and that counts.
 */
export async function auditWithLighthouse(
  pages: readonly string[],
  base: string,
  thresholds: Thresholds,
  { runs, chromePath, onRun, onSpeed }: LighthouseOptions,
): Promise<Outcome> {
  const [{ launch }, { runLighthouse }] = await Promise.all([import('chrome-launcher'), import('./lighthouse-run.ts')])
  const chrome = await launch({ chromePath, chromeFlags: browserFlags })
  const figures = new Map<string, Figures>()
  const findings: Finding[] = []
  let ratings: number[] = []
  const rating = () => (ratings.length > 0 ? Math.max(...ratings) : USUAL)
  /** On a busy machine Chrome now and then records no trace; that says nothing about the page. */
  const measure = async (page: string, tries = TRIES): Promise<Result | undefined> => {
    const lhr = await runLighthouse(base + page, chrome.port, slowdownFor(rating()))
    if (!lhr || lhr.runtimeError) {
      if (tries > 1) return measure(page, tries - 1)
      const reason = lhr?.runtimeError?.message ?? 'it gave no reason'
      findings.push({ page, rule: 'lighthouse/no-result', message: `nothing after ${TRIES} tries: ${reason}` })
      return undefined
    }
    ratings = [lhr.environment.benchmarkIndex, ...ratings].slice(0, RATED)
    onSpeed(rating())
    return lhr
  }
  try {
    const [first] = pages
    if (first && runs > 1) await measure(first)
    const missed = new Set<string>()
    const look = async (page: string, index: number, last: boolean) => {
      const results: Result[] = []
      for (let run = 1; run <= runs; run += 1) {
        onRun(page, run, index)
        const result = await measure(page)
        if (result) results.push(result)
      }
      if (results.length === 0) return
      const own = medianFigures(results)
      const limits = limitsFor(page, thresholds)
      // What else the machine did meanwhile is over by then; what is the page's own fault shows again.
      if (!last && judge(page, pick(own, bySpeed), limits).length > 0) {
        missed.add(page)
        return
      }
      figures.set(page, own)
      findings.push(...judge(page, own, limits))
      findings.push(...failedAudits(page, results))
    }
    for (const [index, page] of pages.entries()) await look(page, index, runs === 1)
    for (const page of missed) await look(page, pages.length - 1, true)
  } finally {
    chrome.kill()
  }
  return { findings, figures }
}

function medianFigures(results: readonly Result[]): Figures {
  const median = (read: (result: Result) => number) => middle(results.map(read))
  return Object.fromEntries([
    ...Object.entries(scores).map(([name, id]) => [
      name,
      median(({ categories }) => (categories[id]?.score ?? 0) * 100),
    ]),
    ...Object.entries(metrics).map(([name, id]) => [name, median(({ audits }) => audits[id]?.numericValue ?? 0)]),
  ])
}

function pick(figures: Figures, names: readonly Measure[]): Figures {
  return Object.fromEntries(names.map((name) => [name, figures[name]]))
}

export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Audits that do not depend on speed either pass or do not: each that counts towards a score and failed in any run. */
function failedAudits(page: string, results: readonly Result[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const { categories, audits } of results) {
    for (const category of [categories.accessibility, categories['best-practices'], categories.seo]) {
      for (const { id, weight } of category?.auditRefs ?? []) {
        const audit = audits[id]
        if (!audit || weight === 0 || audit.score === null || audit.score === 1) continue
        found.set(id, {
          page,
          rule: `lighthouse/${id}`,
          message: [audit.title, firstItem(audit)].filter(Boolean).join(': '),
        })
      }
    }
  }
  return [...found.values()]
}

/** The first thing that an audit complains of, as far as it names one. */
function firstItem({ details }: Result['audits'][string]): string | undefined {
  const [item] = details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
  const node = item?.node as { snippet?: string; selector?: string } | undefined
  return [node?.snippet, node?.selector, item?.description, item?.url].find((text) => typeof text === 'string') as
    | string
    | undefined
}
