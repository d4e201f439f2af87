import { isShown } from '../content/publication.ts'
import type { Named } from '../names/named.ts'
import { commandName } from '../report/command-name.ts'
import { exit, Failure } from '../report/failure.ts'
import { readSlugs, type Slugs } from '../schema/slugs.ts'
import { kinds } from './kinds.ts'

/**
 * The names that a draft may show, those first that can stand there: published, not named by the page yet, and with
 * a figure where it is a fact.
 * @param page its text
 */
export function namesToSample({ folder, things, parsed }: Named, page = ''): Slugs {
  const slugs = readSlugs(folder)
  const doubts = (collection: string, name: string) => {
    const entry = things.find((one) => one.collection === collection && one.reference === name)?.entry
    const isDraft = entry !== undefined && !isShown(entry, parsed.edition)
    const isWords = collection === 'facts' && !/\d/.test(parsed.facts.get(name) ?? '')
    return Number(isDraft || isWords) * 2 + Number(page.includes(name))
  }
  return {
    ...slugs,
    of: (collection) => slugs.of(collection).sort((a, b) => doubts(collection, a) - doubts(collection, b)),
  }
}

/** The same for what has to be right at once. @throws Failure with exit code 2 when there is nothing of a kind */
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
