import type { z } from 'zod'
import { hrefPattern } from '../../src/schema/text.ts'
import { describeScheme } from './addresses.ts'
import { describeDay } from './days.ts'
import { nearest, surelyMeant } from './nearest.ts'
import type { Problem } from './problem.ts'
import { problemAt } from './problem-at.ts'
import { choicesOf, expectation, missingSpace, nameOf, show } from './schema-words.ts'
import type { Path, Source } from './source.ts'
import { quote } from './yaml-repairs.ts'

type Issue = z.core.$ZodIssue

/** A value that is there and does not fit; for some of them only one thing can have been meant. */
export function describeMisfit(source: Source, issue: Issue, path: Path, value: unknown): Problem {
  const range = source.range(path)
  const written = source.text.slice(...range)
  const found = show(value, written)
  const replace = (text: string) => [{ start: range[0], end: range[1], text }]
  const name = nameOf(path)
  const wanted = issue.code === 'invalid_type' ? issue.expected : undefined

  if (wanted === 'object' && typeof value === 'string') {
    const stuck = /^([A-Za-z][\w-]*):(?=[^\s/])/.exec(written)
    if (stuck) {
      const from = range[0] + stuck[0].length
      return problemAt(source, range, missingSpace(stuck[1] ?? ''), [{ start: from, end: from, text: ' ' }])
    }
  }
  if (wanted === 'array' && typeof value === 'string' && /^-[^\s-]/.test(written)) {
    const words = {
      rule: 'yaml/missing-space',
      message: 'there is no space after the dash',
      help: 'Write a space after the dash of every entry.',
    }
    const dashes = [...written.matchAll(/^([ \t]*-)(?=[^\s-])/gm)].map(
      ({ 0: dash, index }) => range[0] + index + dash.length,
    )
    return problemAt(
      source,
      [range[0], range[0] + 1],
      words,
      dashes.map((at) => ({ start: at, end: at, text: ' ' })),
    )
  }
  if (
    wanted === 'string' &&
    (typeof value === 'number' || typeof value === 'boolean' || /^\{[^\n]*\}$/.test(written))
  ) {
    const [message, help] = [`${name} is not read as text`, 'Put quotes around it.']
    const text = written.startsWith('{') ? 'a group of fields, because it begins with {' : found
    return problemAt(
      source,
      range,
      { rule: 'schema/type', message, expected: 'a text', found: text, help },
      replace(quote(written)),
    )
  }
  if (wanted === 'string' && typeof value === 'object') {
    const [only, ...more] = Object.entries(value as object)
    // `- SEO: the guide` in a list of texts.
    if (only && more.length === 0 && !Array.isArray(value) && typeof only[1] === 'string' && !written.includes('\n')) {
      const colon = range[0] + written.indexOf(':')
      const message = 'this colon makes a field of the text'
      const words = { rule: 'yaml/unquoted-colon', message, help: 'Put quotes around the whole text.' }
      return problemAt(source, [colon, colon + 1], words, replace(quote(written.trimEnd())))
    }
  }
  if (
    (wanted === 'number' || wanted === 'int') &&
    typeof value === 'string' &&
    /^["']?-?\d+(?:\.\d+)?["']?$/.test(written)
  ) {
    const words = { rule: 'schema/type', message: `${name} must be a number`, expected: expectation(issue), found }
    return problemAt(source, range, { ...words, help: 'Take the quotes away.' }, replace(String(value)))
  }
  if (issue.code === 'invalid_format' && issue.pattern === String(hrefPattern)) {
    const spaced = /\s/.test(String(value))
      ? { help: 'An address has no spaces.', meant: undefined }
      : /^[a-z]+:\/*$/.test(String(value))
        ? { help: `Write the address behind "${value}".`, meant: undefined }
        : undefined
    const { help, meant } = spaced ?? describeScheme(String(value)) ?? {}
    const words = { rule: 'schema/format', message: `${name} does not fit`, expected: expectation(issue), found, help }
    return problemAt(source, range, words, meant ? replace(meant) : undefined)
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    const { message, help, meant } = describeDay(String(value), name)
    const words = { rule: 'schema/date', message, expected: expectation(issue), found, help }
    return problemAt(source, range, words, meant ? replace(meant) : undefined)
  }
  if (issue.code === 'custom') {
    const shown = typeof value === 'object' ? undefined : found
    const message = `${name} does not fit: ${issue.message}`
    return problemAt(source, range, { rule: 'schema/format', message, found: shown })
  }
  const choices = choicesOf(issue)
  const text = String(value)
  const meant = typeof value === 'string' ? nearest(text, choices) : undefined
  const sure = meant && surelyMeant(text, choices)
  return problemAt(
    source,
    range,
    {
      rule: ruleOf(issue),
      message: `${name} ${trouble(issue)}`,
      expected: expectation(issue),
      found,
      help: meant ? `Did you mean "${meant}"?` : undefined,
    },
    sure ? replace(sure) : undefined,
  )
}

function trouble(issue: Issue): string {
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'is too long' : 'is too large'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'is too short' : 'is too small'
  if (issue.code === 'invalid_type') return 'is of the wrong kind'
  return choicesOf(issue).length > 0 ? 'is none of the choices' : 'does not fit'
}

function ruleOf(issue: Issue): string {
  if (choicesOf(issue).length > 0) return 'schema/choice'
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') return 'schema/type'
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'schema/size'
  return 'schema/format'
}
