import type { Site } from '@northshelf/site/entries/site.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { valueAt } from '../content/value-at.ts'
import { createProblemAt, createRelatedLocation } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Checks that site.yaml contains the optional parts that other content requires. */
export const requiredSitePartRules = defineRules({}).inFolder(({ files }) => {
  const site = findSingleFile(files, 'site')
  // If site.yaml is invalid, the schema reports it.
  if (!site?.source || !site.valid) return []
  const { source } = site
  const { dialogs, scheduling } = site.valid as Site
  const needed = new Map<string, ParsedFile>()
  for (const file of files) {
    const words = file.collection?.words?.replace('{folder}', file.folder)
    if (words && !needed.has(words)) needed.set(words, file)
  }
  const rule = 'schema/missing'
  const missing = [...needed].flatMap(([words, file]) => {
    const path = words.split('.')
    if (valueAt(site.valid, path) !== undefined) return []
    const help = `Add "${path.at(-1)}:"${path.length > 1 ? ` to "${path[0]}"` : ''}; content/README.md describes it.`
    const related = [createRelatedLocation(file, [0, 1], 'first file that requires it')]
    const message = `"${words}" is missing, but files in ${file.folder} require it`
    return createProblemAt(source, [0, 1], { rule, message, help, related })
  })
  const calendars = Object.entries(dialogs).flatMap(([name, { form }]) => {
    if (form !== undefined || scheduling) return []
    const message = 'a dialog without a form shows the calendar, but "scheduling" is missing'
    const help = 'Add a form to the dialog, or add "scheduling:".'
    return createProblemAt(source, source.range(['dialogs', name], 'key'), { rule, message, help })
  })
  return [...missing, ...calendars]
})
