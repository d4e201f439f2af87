import type { ContentChange } from './content-changes.ts'
import type { Difference } from './difference.ts'
import { formatFieldPath } from './format-changes.ts'

/** Formats a difference as JSON. The version increases when a field's meaning changes, not when one is added. */
export function formatJson({ changedPages, changes, ...rest }: Difference): string {
  const formatLocation = (change: ContentChange) => ({
    file: change.file,
    ...(change.field && { field: formatFieldPath(change) }),
  })
  const output = {
    ...{ version: 1, ...rest },
    changedPages: changedPages.map((page) => ({ ...page, causes: page.causes.map(formatLocation) })),
    changes: changes.map((change) => ({ ...change, ...formatLocation(change) })),
  }
  return `${JSON.stringify(output, null, 2)}\n`
}
