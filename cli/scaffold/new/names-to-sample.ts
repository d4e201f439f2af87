import { isShown } from '../../content/publication.ts'
import { commandName } from '../../diagnostics/command-name.ts'
import { exit, Failure } from '../../diagnostics/failure.ts'
import type { ContentIndex } from '../../refactor/read-items.ts'
import { readSlugs, type Slugs } from '../schema/slugs.ts'
import { kinds } from './kinds.ts'

/**
 * Sorts the names that a draft may use by how likely they are meant: published entries, facts with a figure, names that
 * the page does not use yet, and unused ones, which were probably just created.
 * @param page text of the page
 */
export function namesToSample({ folder, items, parsed, usesOf }: ContentIndex, page = ''): Slugs {
  const slugs = readSlugs(folder)
  const doubts = (collection: string, name: string) => {
    const item = items.find((one) => one.collection === collection && one.reference === name)
    const entry = item?.entry
    const isUsed = item !== undefined && usesOf(item).length > 0
    const isDraft = entry !== undefined && !isShown(entry, parsed.edition)
    const isWords = collection === 'facts' && !/\d/.test(parsed.facts.get(name) ?? '')
    return Number(isDraft || isWords) * 4 + Number(page.includes(name)) * 2 + Number(isUsed)
  }
  return {
    ...slugs,
    of: (collection) => {
      const names = slugs.of(collection).map((name) => ({ name, doubts: doubts(collection, name) }))
      return names.sort((a, b) => a.doubts - b.doubts).map(({ name }) => name)
    },
  }
}

/** @throws Failure with exit code 2 if a collection that the draft needs is empty */
export function namesThatExist(slugs: Slugs): Slugs {
  const of = (collection: string) => {
    const names = slugs.of(collection)
    if (names.length > 0) return names
    const [kind] = [...kinds].find(([, one]) => one.collection.name === collection) ?? []
    const help = kind ? `${commandName} new ${kind} <name> makes the first.` : 'Add the first there.'
    throw new Failure(`It would show one of ${collection}, and there is none yet. ${help}`, exit.usage)
  }
  return { ...slugs, of }
}
