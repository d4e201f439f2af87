import type { CallToolResult } from '@modelcontextprotocol/server'
import { describeSystemError, Failure, toSystemFailure } from '../diagnostics/failure.ts'
import type { Problem } from '../diagnostics/problem.ts'
import { ChangesRejected } from '../editor/changes/effect.ts'
import { HttpError } from '../editor/files/http-errors.ts'

/** Maximum size of a result in bytes, without its envelope. */
const MAX_BYTES = 90_000
/** Maximum length of a text; longer texts are shortened. */
export const MAX_TEXT = 20_000

/** Returns the size of a value as JSON, in bytes. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/** Returns the longest start of a text, up to a factor of two, whose JSON has at most this many bytes. */
export function cutText(text: string, maxBytes: number): string {
  let cut = text.slice(0, maxBytes)
  while (cut !== '' && sizeOf(cut) > maxBytes) cut = cut.slice(0, cut.length / 2)
  return cut
}

/**
 * Returns a result as JSON of limited size. Lists start at `offset` and share the space; `leftOut` says what is missing.
 * @param offset number of entries to skip in every list
 */
export function toAnswer(result: object, offset = 0): CallToolResult {
  const lists = Object.entries(result).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const single = Object.entries(result).filter(([, value]) => !Array.isArray(value))
  const shown: Record<string, unknown> = Object.fromEntries(
    single.map(([name, value]) => [name, fit(value, MAX_BYTES / 2)]),
  )
  const missing: string[] = []
  let next = Number.POSITIVE_INFINITY
  for (const [index, [name, all]] of lists.entries()) {
    const waiting = lists.slice(index).filter(([, list]) => list.length > offset).length
    const space = (MAX_BYTES - sizeOf(shown)) / Math.max(waiting, 1)
    const entries: unknown[] = []
    let used = 0
    for (const entry of all.slice(offset)) {
      const fitted = fit(entry, space - 100)
      used += sizeOf(fitted) + 1
      if (used > space) break
      entries.push(fitted)
    }
    shown[name] = entries
    const end = offset + entries.length
    if (end >= all.length) continue
    missing.push(`${all.length - end} of ${all.length} in "${name}"`)
    next = Math.min(next, end)
  }
  const leftOut = `${missing.join(', ')}. To read on, call this tool again with offset: ${next}.`
  return { content: [{ type: 'text', text: JSON.stringify({ ...shown, ...(missing.length > 0 && { leftOut }) }) }] }
}

/** Shortens long texts in a value. A value that is still too large becomes the start of its JSON. */
function fit(value: unknown, maxBytes: number): unknown {
  const json = JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? shorten(inner) : inner))
  if (json === undefined) return undefined
  const isTooLarge = Buffer.byteLength(json) > maxBytes
  return isTooLarge ? `${cutText(json, maxBytes / 2)}… (too large, the rest is left out)` : JSON.parse(json)
}

function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more characters)`
}

/** Returns the answer to a call that failed. Internal errors are reported only on stderr. */
export function toErrorAnswer(error: unknown): CallToolResult {
  const details = error instanceof ChangesRejected && {
    failures: error.failures,
    problems: error.problems.map(describeProblem),
  }
  return { ...toAnswer({ error: describeError(error), ...details }), isError: true }
}

function describeError(error: unknown): string {
  if (error instanceof HttpError || error instanceof Failure) return error.message
  if (toSystemFailure(error)) return `The content could not be read or written: ${describeSystemError(error)}.`
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  return 'Internal error. The log of site mcp (stderr) has the details.'
}

/** Returns the parts of a problem that help an agent. */
export function describeProblem({ severity, file, line, column, rule, message, expected, found, help }: Problem) {
  return { severity, file, line, column, rule, message, expected, found, help }
}
