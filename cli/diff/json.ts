import type { ContentChange } from './content-changes.ts'
import type { Difference } from './difference.ts'
import { formatFieldPath } from './words.ts'

/** Formats a difference for programs. New fields do not change the version; a new meaning of a field increments it. */
export function formatJson({ changedPages, changes, ...rest }: Difference): string {
  const placeOf = (change: ContentChange) => ({
    file: change.file,
    ...(change.field && { field: formatFieldPath(change) }),
  })
  const output = {
    ...{ version: 1, ...rest },
    changedPages: changedPages.map((page) => ({ ...page, causes: page.causes.map(placeOf) })),
    changes: changes.map((change) => ({ ...change, ...placeOf(change) })),
  }
  return `${JSON.stringify(output, null, 2)}\n`
}
