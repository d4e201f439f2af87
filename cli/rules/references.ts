import { getReferenceName } from '@northshelf/site/collections/addresses.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { findSingleFile, type ParsedFile, type ParsedFolder } from '../content/parsed.ts'
import { getPublicationStatus, isShown } from '../content/publication.ts'
import { listReferences } from '../content/schema/walk-schema.ts'
import { listSitePartNames, referencedSiteParts } from '../content/site-part-names.ts'
import { valueAt } from '../content/value-at.ts'
import { createProblemAt, createRelatedLocation, type Problem } from '../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection } from '../diagnostics/suggest.ts'
import { defineRules } from './rule.ts'

export const referenceRules = defineRules({
  'ref/draft': {
    means: 'A field refers to an entry that is a draft.',
    matters: 'The content of the entry, such as a quote or a form, would be missing from the page.',
    bad: 'testimonial: harbor-coffee   # its file says draft: true',
    good: 'testimonial: harbor-coffee   # no longer a draft',
    fix: 'Remove "draft" from its file, or use another entry. Drafts may refer to drafts.',
  },
  'ref/unknown-slug': {
    means: 'A field refers to an entry that does not exist.',
    matters: 'The content of the entry, such as a quote or a form, would be missing from the page.',
    bad: 'testimonial: harbor-cofee',
    good: 'testimonial: harbor-coffee   # testimonials/harbor-coffee.yaml',
    fix: 'Write the file name without its extension, or add the file. --fix corrects unambiguous misspellings.',
  },
}).inFolder((folder) => [...findUnknownReferences(folder), ...findMissingSiteParts(folder)])

/** Checks that references point to existing entries. An entry with errors counts as existing. */
function findUnknownReferences({ files, facts, edition }: ParsedFolder): Problem[] {
  const targets = new Map<string, Map<string, { home: string; isDraft: boolean }>>()
  const add = (collection: string, slug: string, home: string, isDraft = false) => {
    const known = targets.get(collection) ?? new Map<string, { home: string; isDraft: boolean }>()
    targets.set(collection, known.set(slug, { home, isDraft }))
  }
  for (const file of files) {
    if (!file.collection) continue
    const isDraft = getPublicationStatus(file, edition.today).state === 'draft' && !isShown(file, edition)
    add(file.collection.name, getReferenceName(file.collection, file), file.file, isDraft)
  }
  for (const name of facts.keys()) add('facts', name, 'facts.yaml')
  const site = findSingleFile(files, 'site')
  const readFacts = findSingleFile(files, 'facts')?.data
  for (const part of referencedSiteParts)
    for (const name of listSitePartNames(site?.data, part)) add(part, name, 'site.yaml')

  return files.flatMap((file) =>
    listReferences(file).flatMap(({ collection, slug, path }): Problem[] => {
      const { source } = file
      const named = slug.replace(/\.(?:ya?ml|md)$/, '')
      const known = targets.get(collection)
      const target = known?.get(slug)
      const unread =
        (referencedSiteParts.includes(collection) && !site?.data) ||
        (collection === 'facts' && (!readFacts || Array.isArray(readFacts)))
      if (!source || slug === '' || unread) return []
      if (target?.isDraft && isShown(file, edition)) {
        const message = `${collection}/${slug} is a draft`
        const help = 'Remove "draft" from its file, or use another entry.'
        return [createProblemAt(source, source.rangeOfWord(path, slug), { rule: 'ref/draft', message, help })]
      }
      if (target) return []
      const names = [...(known?.keys() ?? [])]
      const meant = findNearestWord(named, names)
      const sure = findSafeCorrection(named, names)
      const details = {
        rule: 'ref/unknown-slug',
        message: `${collection} has no "${slug}"`,
        expected: expectedHome(source.file, collection, named),
        help: meant
          ? `Did you mean ${meant} (${known?.get(meant)?.home})?`
          : collection === 'facts' || referencedSiteParts.includes(collection)
            ? 'Add it there, or use an existing one.'
            : named === slug
              ? 'Add that file, or remove the reference.'
              : 'Write the name without its extension, and add the file if it does not exist.',
      }
      return [createProblemAt(source, source.rangeOfWord(path, slug), details, sure)]
    }),
  )
}

/** Describes where a missing entry is expected, for example `the file content/faqs/shipping.yaml`. */
function expectedHome(file: string, reference: string, slug: string): string {
  const content = file.slice(0, file.indexOf('/'))
  if (reference === 'facts') return `"${slug}" in ${content}/facts.yaml`
  const collection = collections.find(({ name }) => name === reference)
  if (!collection) return `"${slug}" in ${reference} of ${content}/site.yaml`
  const [folder = '', ...others] = Object.keys(collection.folders)
  return `the file ${content}/${others.length > 0 ? '' : `${folder}/`}${slug}${collection.extension}`
}

function findMissingSiteParts({ files }: ParsedFolder): Problem[] {
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
}
