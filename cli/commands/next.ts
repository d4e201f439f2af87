import path from 'node:path'
import pc from 'picocolors'
import type { ScheduledEntry } from '../content/schedule.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { loadContent } from '../engine/load.ts'
import { type CommonOptions, type EditionOptions, parseEdition, printJson } from './options.ts'

/**
 * `site next`: lists scheduled changes, drafts and expired entries.
 * @throws Failure with exit code 2 if there is no content folder
 */
export async function runNextCommand(options: CommonOptions & EditionOptions): Promise<void> {
  const folder = path.resolve(options.content)
  const { today, schedule, problems } = await loadContent(folder, { edition: parseEdition(options) })
  if (problems.some(({ rule }) => rule === 'folder/missing'))
    throw new Failure(`There is no content folder ${shortenPath(folder)}.`, exitCodes.usage)
  if (options.json) return printJson({ today, entries: schedule })
  const print = (heading: string, isIncluded: (entry: ScheduledEntry) => unknown) => {
    const entries = schedule.filter(isIncluded)
    if (entries.length === 0) return
    const lines = entries.map(({ file, title, next: change }) => {
      const when = change ? `${change.day}  ${change.change.padEnd(7)}  ` : ''
      return `  ${when}${pc.dim(shortenPath(path.join(path.dirname(folder), file)))}  ${title}\n`
    })
    process.stdout.write(`${heading}\n${lines.join('')}`)
  }
  const first = schedule.find(({ next: change }) => change)
  if (!first?.next) process.stdout.write(`No scheduled changes after ${today}.\n`)
  print(`Scheduled changes (the next one requires a build on ${first?.next?.day})`, ({ next: change }) => change)
  print('Drafts', ({ state }) => state === 'draft')
  print('Expired, no longer on the site', ({ state }) => state === 'expired')
}
