import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { thresholdsFile } from '../paths.ts'
import { matchesPattern } from './address-pattern.ts'
import { exitCodes, Failure } from './failure.ts'
import { type Metric, type MetricValues, metricNames } from './metrics.ts'

const limits = z.strictObject(
  Object.fromEntries(metricNames.map((name) => [name, z.number().min(0)])) as Record<Metric, z.ZodNumber>,
)
const schema = z.strictObject({
  limits,
  /** Maximum size of a download in MB. */
  document: z.number().positive().optional(),
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

/** Returns the limits that apply to a page. */
export function getPageLimits(page: string, { limits, exceptions }: Thresholds): Required<MetricValues> {
  const own = exceptions.filter(({ pages }) => pages.some((pattern) => matchesPattern(page, pattern)))
  return Object.assign({}, limits, ...own.map(({ pages, ...rest }) => rest)) as Required<MetricValues>
}
