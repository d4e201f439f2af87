import type { Change } from './content-changes.ts'
import type { Difference } from './difference.ts'
import { fieldWords } from './words.ts'

/** For programs. Fields may be added; one that changes its meaning raises the version. */
export function json({ changedPages, changes, ...rest }: Difference): string {
  const placeOf = (change: Change) => ({ file: change.file, ...(change.field && { field: fieldWords(change) }) })
  const told = {
    ...{ version: 1, ...rest },
    changedPages: changedPages.map((page) => ({ ...page, causes: page.causes.map(placeOf) })),
    changes: changes.map((change) => ({ ...change, ...placeOf(change) })),
  }
  return `${JSON.stringify(told, null, 2)}\n`
}
