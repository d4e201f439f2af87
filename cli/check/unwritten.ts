import type { ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'

/** What `site new` leaves to be written; comments may say it too. */
const TODO = /(?<=^(?!\s*#).*)\bTODO\b/gm

/** A text that is still to be written. One warning a file, at the first. */
export function unwritten({ files }: ParsedFolder): Problem[] {
  return files.flatMap(({ file, text }): Problem[] => {
    if (!text.includes('TODO')) return []
    const [first, ...more] = [...text.matchAll(TODO)]
    if (!first) return []
    return [
      {
        ...{ rule: 'text/unwritten', severity: 'warning', file },
        ...createPlaces(text)(first.index, first.index + first[0].length),
        message: more.length > 0 ? `this and ${more.length} more places still say TODO` : 'this still says TODO',
        help: 'Write them before the page is published: visitors would read TODO.',
      },
    ]
  })
}
