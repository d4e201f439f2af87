import { isShown } from '../../content/publication.ts'
import { commandName } from '../../diagnostics/command-name.ts'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import type { ContentIndex } from '../../refactor/read-items.ts'
import { type KnownNames, readKnownNames } from '../schema/known-names.ts'
import { entryTypes } from './entry-types.ts'

/**
 * Sorts the names that a draft may use, most suitable first. Prefers published entries and facts that contain a number,
 * then names not used on the page, then names not used anywhere, which were probably just created.
 * @param page text of the page
 */
export function rankNames({ folder, items, parsed, usesOf }: ContentIndex, page = ''): KnownNames {
  const slugs = readKnownNames(folder)
  const penalty = (collection: string, name: string) => {
    const item = items.find((other) => other.collection === collection && other.reference === name)
    const entry = item?.entry
    const isUsed = item !== undefined && usesOf(item).length > 0
    const isDraft = entry !== undefined && !isShown(entry, parsed.edition)
    const isFactWithoutNumber = collection === 'facts' && !/\d/.test(parsed.facts.get(name) ?? '')
    return Number(isDraft || isFactWithoutNumber) * 4 + Number(page.includes(name)) * 2 + Number(isUsed)
  }
  return {
    ...slugs,
    of: (collection) => {
      const names = slugs.of(collection).map((name) => ({ name, penalty: penalty(collection, name) }))
      return names.sort((a, b) => a.penalty - b.penalty).map(({ name }) => name)
    },
  }
}

/** @throws Failure with exit code 2 if the draft needs a collection that is empty */
export function requireNames(slugs: KnownNames): KnownNames {
  const of = (collection: string) => {
    const names = slugs.of(collection)
    if (names.length > 0) return names
    const [typeName] = [...entryTypes].find(([, known]) => known.collection.name === collection) ?? []
    const help = typeName ? `${commandName} new ${typeName} <name> creates one.` : 'Add one first.'
    throw new Failure(`This requires an entry in ${collection}, which is empty. ${help}`, exitCodes.usage)
  }
  return { ...slugs, of }
}
