import { existsSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { formatProblem, pluralize } from '../diagnostics/formats/pretty.ts'
import { isError, type Problem } from '../diagnostics/problem.ts'
import { type PageChange, pagePartLabels } from '../diff/difference.ts'
import { createChanges } from '../editor/changes/changes.ts'
import type { EditFailure } from '../editor/changes/dry-run-edits.ts'
import type { ChangeSetEffect } from '../editor/changes/effect.ts'
import type { ChangeSetSummary } from '../editor/changes/summarize-change-set.ts'
import { HttpError } from '../editor/files/http-errors.ts'
import { type CommonOptions, printJson } from './options.ts'

const MAX_PAGES = 20

/** `site changes list`: lists the proposed changes. */
export async function runChangesListCommand(options: CommonOptions): Promise<void> {
  const changes = openChanges(options).list()
  if (options.json) return printJson({ changes })
  process.stdout.write(changes.map(formatSummary).join('') || 'No proposals.\n')
}

/**
 * `site changes show <name>`: shows what applying changes would do.
 * @throws Failure with exit code 1 if they cannot be applied, 2 if there are no such changes
 */
export async function runChangesShowCommand(name: string, options: CommonOptions): Promise<void> {
  await toFailure(async () => {
    const changes = openChanges(options)
    const summary = changes.summary(name)
    const { failures, problems, files, pages } = await changes.effect(name)
    const canApply = failures.length === 0 && !problems.some(isError)
    if (options.json) printJson({ ...summary, canApply, failures, problems, files, pages })
    else {
      const edits = summary.edits.map((edit, index) => `  ${index + 1}. ${edit}\n`)
      process.stdout.write(`${formatSummary(summary)}${edits.join('')}\n${files.map(formatFile).join('')}`)
      process.stderr.write(failures.map(formatFailure).join(''))
      printProblems(problems, options)
      if (pages) process.stdout.write(formatPages(pages))
    }
    if (!canApply) throw new Failure('This proposal cannot be applied as it is.', exitCodes.problems)
  })
}

/**
 * `site changes apply <name>`: applies changes to the content folder and deletes them.
 * @throws Failure with exit code 1 if they cannot be applied, 2 if there are no such changes
 */
export async function runChangesApplyCommand(name: string, options: CommonOptions): Promise<void> {
  await toFailure(async () => {
    const { files, problems } = await openChanges(options).apply(name)
    if (options.json) return printJson({ name, files, problems })
    printProblems(problems, options)
    process.stdout.write(`${pc.green('✓')} ${name}: ${pluralize(files.length, 'file')} changed\n`)
    if (!options.quiet) for (const file of files) process.stdout.write(`  ${file}\n`)
  })
}

/**
 * `site changes discard <name>`: deletes proposed changes without applying them.
 * @throws Failure with exit code 2 if there are no such changes
 */
export async function runChangesDiscardCommand(name: string, options: CommonOptions): Promise<void> {
  await toFailure(() => openChanges(options).discard(name))
  if (options.json) printJson({ name, discarded: true })
  else process.stdout.write(`${pc.green('✓')} discarded ${name}\n`)
}

function openChanges({ content }: CommonOptions) {
  const folder = path.resolve(content)
  if (!existsSync(folder)) throw new Failure(`There is no content folder ${shortenPath(folder)}.`, exitCodes.usage)
  return createChanges(folder)
}

/** Runs a task. @throws Failure instead of HttpError */
export async function toFailure<T>(task: () => T | Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const isUsage = error.status === 404 || error.status === 400
    throw new Failure(error.message, isUsage ? exitCodes.usage : exitCodes.problems)
  }
}

function formatSummary({ name, title, author, approved, edits, problem }: ChangeSetSummary): string {
  const facts = [
    title === name ? undefined : title,
    author && `by ${author}`,
    problem ?? pluralize(edits.length, 'edit'),
    approved && 'approved',
  ]
  return `${pc.bold(name)}  ${facts.filter(Boolean).join(', ')}\n`
}

function formatFile({ file, change, diff }: ChangeSetEffect['files'][number]): string {
  return `${pc.bold(file)}${change === 'changed' ? '' : ` ${change}`}\n${diff && `${diff}\n`}\n`
}

function formatPages(pages: readonly PageChange[]): string {
  const lines = pages.slice(0, MAX_PAGES).map(({ page, change, parts }) => {
    const what = change === 'changed' ? parts.map((part) => pagePartLabels[part]).join(', ') : change
    return `  ${page}  ${what}\n`
  })
  const rest = pages.length - MAX_PAGES
  if (rest > 0) lines.push(`  and ${rest} more; --json lists them all\n`)
  return `${pluralize(pages.length, 'page')} would change\n${lines.join('')}`
}

function printProblems(problems: readonly Problem[], { content }: CommonOptions): void {
  for (const problem of problems)
    process.stderr.write(`${formatProblem(problem, undefined, path.resolve(content))}\n\n`)
}

function formatFailure({ index, edit, message, conflict }: EditFailure): string {
  const values = conflict ? `  was: ${JSON.stringify(conflict.was)}\n  now: ${JSON.stringify(conflict.now)}\n` : ''
  return `${pc.red('✗')} edit ${index + 1}, ${edit}\n  ${message}\n${values}\n`
}
