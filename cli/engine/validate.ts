import type { Content } from '@northshelf/site/collections/content.ts'
import type { ParsedFolder } from '../content/parsed.ts'
import type { Edition } from '../content/publication.ts'
import type { ContentFolder } from '../content/read.ts'
import { CORRUPT_TEXT_RULE_IDS } from '../content/read-text.ts'
import { type Problem, sortProblems } from '../diagnostics/problem.ts'
import { checkFolder } from '../rules/list.ts'
import { assembleContent } from './assemble-content.ts'
import { type ParseOptions, parseFiles } from './parse-files.ts'

export interface ValidationResult {
  /**
   * The assembled content; undefined if there is any error, because a site must never be built from partial content.
   */
  content: Content | undefined
  problems: Problem[]
  parsed: ParsedFolder
}

export interface ValidateOptions extends ParseOptions {
  /** Determines which entries are shown. */
  edition: Edition
}

/** Parses the files of a content folder and checks them with all rules. */
export async function validateContent(
  folder: string,
  read: ContentFolder,
  { edition, ...options }: ValidateOptions,
): Promise<ValidationResult> {
  const { facts, results } = await parseFiles(read, options)
  const files = results.map(({ parsed }) => parsed)
  const parsed: ParsedFolder = { files, facts, images: read.images, documents: read.documents, edition }
  const assembled = await assembleContent(folder, results, parsed, options.cache)
  const flawless = new Set(results.flatMap((result) => (result.isFlawless ? [result.parsed] : [])))
  const problems = [
    ...[...read.problems, ...results.flatMap((result) => result.problems)],
    ...[...assembled.problems, ...checkFolder(parsed, flawless)],
  ]
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  // If a file could not be decoded reliably, omit its other problems, because the decoding may have caused them.
  const unreliable = new Set(
    read.problems.filter(({ rule }) => CORRUPT_TEXT_RULE_IDS.includes(rule)).map(({ file }) => file),
  )
  const reported = problems.filter(({ file, rule }) => CORRUPT_TEXT_RULE_IDS.includes(rule) || !unreliable.has(file))
  return { content: hasErrors ? undefined : assembled.content, problems: sortProblems(reported), parsed }
}
