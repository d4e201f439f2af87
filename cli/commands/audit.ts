import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import pc from 'picocolors'
import { adaptThresholds } from '../audit/adapt-thresholds.ts'
import { type AuditGate, type AuditResult, auditGates, auditSite } from '../audit/audit.ts'
import { findBrowser } from '../audit/browser.mjs'
import { openBuiltSite } from '../audit/built-site.ts'
import {
  describeBusyMachine,
  describeSlowMachine,
  formatAnnotations,
  formatAuditSummary,
  formatFindings,
  formatGateResult,
  formatStepSummary,
} from '../audit/formats.ts'
import { launchBrowser } from '../audit/launch.ts'
import { renderReportPage } from '../audit/report-page.ts'
import { loadTools } from '../audit/tools.ts'
import { HEADERS_FILE } from '../build/hosting/write-hosting.ts'
import { writeFiles } from '../content/write-files.ts'
import { matchesPattern } from '../diagnostics/address-pattern.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import { type MetricValues, readThresholds } from '../diagnostics/thresholds.ts'
import { loadContent } from '../engine/load.ts'
import { getOutputFolders } from '../paths.ts'
import { runBuildCommand } from './build.ts'
import type { CommonOptions } from './options.ts'

export interface AuditCommandOptions extends CommonOptions {
  /** Paths to audit, separated by commas or spaces; `/blog/*` matches all pages below /blog. */
  routes?: string
  /** Names of checks to skip, separated by commas or spaces. */
  skip?: string
  external: boolean
  runs: string
  thresholds: string
  format: 'pretty' | 'json' | 'github'
}

/**
 * `site audit`: runs all checks on the built site.
 * @throws Failure with exit code 1 if there are findings; 3 if the tools are not installed or no browser is available
 */
export async function runAuditCommand(options: AuditCommandOptions): Promise<void> {
  const start = performance.now()
  const out = path.resolve(options.out)
  const folders = getOutputFolders(out)
  const format = options.json ? 'json' : options.format
  const skip = splitList(options.skip ?? '').map(parseGate)
  const runs = parseRuns(options.runs)
  const given = readThresholds(options.thresholds)
  await loadTools()
  if (!existsSync(path.join(folders.site, 'index.html'))) {
    process.stderr.write(`There is no site in ${shortenPath(folders.site)} yet; building it.\n`)
    await runBuildCommand({ ...options, json: false, quiet: true })
  } else if (isOlder(path.join(folders.hosting, HEADERS_FILE), path.resolve(options.content)))
    process.stderr.write(
      `${pc.yellow(`${shortenPath(options.content)} has changed since ${shortenPath(folders.site)} was built; auditing the existing build.`)}\n`,
    )
  const site = openBuiltSite(folders.site)
  const pages = choosePages(site.pages, splitList(options.routes ?? '*'))
  const needsBrowser = !skip.includes('browser') || !skip.includes('lighthouse')
  const browser = needsBrowser ? await findBrowserOrReason() : {}

  const progress = createProgressReporter(options.quiet)
  const { content } = await loadContent(path.resolve(options.content))
  const thresholds = content ? adaptThresholds(given, content.site, content.translations) : given
  const result = await auditSite({
    out,
    site,
    content,
    pages,
    skip,
    runs,
    thresholds,
    external: options.external,
    chromePath: browser.path,
    onProgress: (text) => progress.show(text),
    onGate: (gate) => progress.line(formatGateResult(gate)),
  })

  const seconds = Number(((performance.now() - start) / 1000).toFixed(1))
  const reportFile = path.join(folders.audit, 'report.json')
  const last = readFigures(reportFile)
  const { findings, figures, ...rest } = result
  const ok = findings.length === 0
  const json = { version: 1, ok, ...rest, findings, figures: Object.fromEntries(figures), seconds }
  const text = `${JSON.stringify(json, null, 2)}\n`
  const pageFile = path.join(folders.audit, 'index.html')
  const reports = [
    { file: shortenPath(reportFile), place: reportFile, after: text },
    { file: shortenPath(pageFile), place: pageFile, after: renderReportPage(result, last, thresholds, new Date()) },
  ]
  writeFiles(reports, ({ place }) => place)

  if (format === 'json') process.stdout.write(text)
  else {
    if (format === 'github') annotate(result, content)
    else process.stdout.write(formatFindings(result))
    if (!options.quiet || !ok)
      process.stdout.write(`${formatAuditSummary(result, seconds)}\n  ${shortenPath(pageFile)}\n`)
  }
  for (const note of [describeSlowMachine(result), describeBusyMachine(result), browser.reason])
    if (note) process.stderr.write(`${pc.yellow(note)}\n`)
  if (!ok) throw new Failure('', exitCodes.problems)
  if (browser.reason) throw new Failure('', exitCodes.cannotRun)
}

/** Reports whether the content is newer than the headers file, which every build rewrites. */
function isOlder(headersFile: string, content: string): boolean {
  if (!existsSync(content)) return false
  const built = statSync(headersFile).mtimeMs
  return readdirSync(content, { recursive: true, encoding: 'utf8' }).some(
    (file) => file !== 'README.md' && statSync(path.join(content, file)).mtimeMs > built,
  )
}

/** Returns the pages that match any pattern. @throws Failure if a pattern matches no page */
function choosePages(pages: readonly string[], patterns: readonly string[]): string[] {
  const wanted = patterns.map((pattern) => (pattern === '*' ? '/*' : pattern))
  for (const pattern of wanted) {
    if (pages.some((page) => matchesPattern(page, pattern))) continue
    const hint = suggestCorrection(pattern, pages)
    throw new Failure(`No page matches ${pattern}.${hint ? ` ${hint}` : ''}`, exitCodes.usage)
  }
  return pages.filter((page) => wanted.some((pattern) => matchesPattern(page, pattern)))
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function parseGate(name: string): AuditGate {
  const gate = auditGates.find((known) => known === name)
  if (gate) return gate
  const hints = [suggestCorrection(name, auditGates), `Checks: ${auditGates.join(', ')}.`].filter(Boolean).join(' ')
  throw new Failure(`There is no check "${name}". ${hints}`, exitCodes.usage)
}

function parseRuns(text: string): number {
  const runs = Number(text)
  if (Number.isInteger(runs) && runs >= 1 && runs <= 25) return runs
  throw new Failure(`Invalid number of runs "${text}": expected 1 to 25, preferably an odd number.`, exitCodes.usage)
}

async function findBrowserOrReason(): Promise<{ path?: string; reason?: string }> {
  try {
    const found = await findBrowser()
    await (await launchBrowser(found)).close()
    return { path: found }
  } catch (error) {
    const [reason] = (error as Error).message.split('\n', 1)
    return { reason: `The checks "browser" and "lighthouse" did not run: ${reason}` }
  }
}

function readFigures(reportFile: string): Record<string, MetricValues> {
  try {
    return (JSON.parse(readFileSync(reportFile, 'utf8')) as { figures: Record<string, MetricValues> }).figures
  } catch {
    return {}
  }
}

function annotate({ findings }: AuditResult, content: Content | undefined): void {
  const files = content ? listRoutes(content).map(({ path: page, entry }): [string, string] => [page, entry.file]) : []
  process.stdout.write(formatAnnotations(findings, new Map(files)))
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary && findings.length > 0) appendFileSync(summary, formatStepSummary(findings))
}
