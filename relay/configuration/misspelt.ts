import { closest, distance } from 'fastest-levenshtein'

/** Steps from one word to another that a slip takes. */
const SLIP = 2

/**
 * Variables of ours that nobody reads, with the name that was meant where one is near.
 * @param known every name that is read, without `_FILE`
 */
export function listMisspelt(variables: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  return Object.keys(variables)
    .filter((name) => variables[name]?.trim() && !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
    .flatMap((name) => {
      const meant = closest(name, [...known])
      const near = distance(name, meant) <= SLIP
      // Other programs have variables too; those that begin like ours can only be meant for us.
      if (!name.startsWith('RELAY_')) return near ? [`${name} is not read. ${meant} is.`] : []
      return [`${name} is not read.${near ? ` Is ${meant} meant?` : ''}`]
    })
}
