import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { planPage } from '../../../cli/build/pages.ts'
import { createParseCache } from '../../../cli/content/parse-cache.ts'
import type { Problem } from '../../../cli/diagnostics/problem.ts'
import { planFixes } from '../../../cli/engine/apply-fixes.ts'
import { type LoadResult, loadContent } from '../../../cli/engine/load.ts'
import type { Content } from '../../../src/collections/content.ts'
import { listRoutes } from '../../../src/routes.ts'
import { agency } from '../../agency.ts'
import { createRandom } from '../../random.ts'
import { lostValues } from './lost-values.ts'
import { mutations } from './mutations.ts'

export interface FuzzResult {
  tried: number
  /** Number of damaged files with a reported problem. */
  noticed: number
  fixesOffered: number
  fixesApplied: number
  /** Descriptions of crashes, with the file and the mutation. */
  crashes: string[]
  /** Descriptions of fixes that do not remove the problem, cause other problems, or lose values. */
  worse: string[]
  /** Descriptions of unreported damage that removed an entry. */
  dropped: string[]
  /** Descriptions of unreported damage that changed a page. */
  unnoticed: string[]
}

/**
 * Damages files of the agency, one at a time, and checks the reported problems and fixes.
 * @param count number of damaged files
 * @param seed the same seed repeats the same damage
 */
export async function fuzzContent(count: number, seed: number): Promise<FuzzResult> {
  const random = createRandom(seed)
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'))
  const content = path.join(folder, 'content')
  cpSync(agency, content, { recursive: true })
  const cache = createParseCache(path.join(folder, 'cache'))
  const write = (file: string, bytes: string | Buffer) => {
    writeFileSync(path.join(folder, file), bytes)
    cache.forget(path.join(folder, file))
  }
  // Shows all entries, because a damaged date may schedule an entry or let it expire, as `site next` reports.
  const load = () => loadContent(content, { cache, edition: { today: '2026-11-24', all: true } })
  const result: FuzzResult = {
    ...{ tried: 0, noticed: 0, fixesOffered: 0, fixesApplied: 0 },
    ...{ crashes: [], worse: [], dropped: [], unnoticed: [] },
  }
  try {
    const original = await load()
    if (!original.content) throw new Error('the agency has errors; fix them first')
    const known = tally(original.problems)
    const shown = shownBy(original.content)
    const files = readdirSync(content, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:yaml|md)$/.test(entry.name) && entry.name !== 'README.md')
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
      .sort()
    const kinds = Object.entries(mutations)
    while (result.tried < count) {
      const file = files[Math.floor(random() * files.length)] ?? ''
      const [kind = '', mutate] = kinds[Math.floor(random() * kinds.length)] ?? []
      const text = readFileSync(path.join(folder, file), 'utf8')
      const broken = mutate?.(text, random)
      if (broken === undefined || Buffer.from(broken).equals(Buffer.from(text))) continue
      result.tried += 1
      write(file, broken)
      await check(file, `${file}, ${kind}`, text, broken.toString())
      write(file, text)
    }

    async function check(file: string, name: string, text: string, broken: string): Promise<void> {
      const loaded = await tryLoad(name)
      if (!loaded) return
      if (added(loaded.problems, known).length > 0) result.noticed += 1
      else if (loaded.content) {
        const difference = firstDifference(shown, shownBy(loaded.content))
        if (difference) result.unnoticed.push(`${name}: ${difference}`)
        if (countEntries(loaded.content) < countEntries(original.content as Content)) result.dropped.push(name)
      }
      for (const problem of loaded.problems.filter((one) => one.fix))
        await fix(problem, loaded, file, name, text, broken)
    }

    async function fix(problem: Problem, loaded: LoadResult, file: string, name: string, text: string, broken: string) {
      result.fixesOffered += 1
      const [fixed] = planFixes(content, { problems: [problem], texts: loaded.texts })
      if (!fixed) return
      write(fixed.file, fixed.after)
      const after = await tryLoad(`${name}, after a fix`)
      write(fixed.file, fixed.before)
      if (!after) return
      result.fixesApplied += 1
      const title = `${name}: ${problem.rule} at ${problem.file}:${problem.line}: ${problem.message}`
      const left = tally(after.problems)
      const before = tally(loaded.problems)
      const key = keyOf(problem)
      if ((left.get(key) ?? 0) >= (before.get(key) ?? 0)) result.worse.push(`${title}: the problem remains`)
      for (const other of added(after.problems, before)) result.worse.push(`${title}: new problem ${keyOf(other)}`)
      if (fixed.file !== file) return
      for (const value of lostValues(text, broken, fixed.after)) result.worse.push(`${title}: lost ${value}`)
    }

    async function tryLoad(name: string): Promise<LoadResult | undefined> {
      try {
        return await load()
      } catch (error) {
        result.crashes.push(`${name}: ${error instanceof Error ? error.stack : error}`)
        return undefined
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return result
}

function keyOf({ file, line, rule, message, found }: Problem): string {
  return [file, line, rule, message, found].join(' ')
}

function tally(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1)
  return counts
}

/** Lists problems that are new, or that occur more often than before. */
function added(problems: readonly Problem[], known: ReadonlyMap<string, number>): Problem[] {
  const now = tally(problems)
  return problems.filter((problem) => (now.get(keyOf(problem)) ?? 0) > (known.get(keyOf(problem)) ?? 0))
}

/** Returns the strings in each page's view data, by page path. Components show no other content. */
function shownBy(content: Content): Map<string, string[]> {
  return new Map(
    listRoutes(content).map((route) => {
      const { view, meta } = planPage(route, content)
      return [route.path, listTexts([view, meta])]
    }),
  )
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listTexts)
  return value === undefined || value === null ? [] : [String(value)]
}

function firstDifference(before: Map<string, string[]>, after: Map<string, string[]>): string | undefined {
  for (const [address, texts] of after) {
    const old = before.get(address)
    if (!old) return `${address} is new`
    const at = texts.findIndex((text, index) => text !== old[index])
    if (at < 0 && old.length === texts.length) continue
    return `${address} ${around(old[at < 0 ? texts.length : at], texts[at])}`
  }
  return after.size < before.size ? 'a page is missing' : undefined
}

/** Returns excerpts of two strings around their first difference. */
function around(old = '', now = ''): string {
  let from = 0
  while (from < old.length && old[from] === now[from]) from += 1
  const cut = (text: string) => JSON.stringify(text.slice(Math.max(0, from - 25), from + 35))
  return `${cut(old)} → ${cut(now)}`
}

function countEntries(content: Content): number {
  return Object.values(content).reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}
