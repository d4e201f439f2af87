import type { ParsedFile } from './parsed.ts'
import { dayOf, type Publication, publicationOf } from './publication.ts'

/** An entry that is not on the site, or will not be for ever. */
export interface Scheduled {
  /** Relative to the folder that holds the content folder. */
  file: string
  title: string
  state: Publication['state']
  /** What comes next: it appears, or it goes; undefined when nothing does by itself. */
  next: { change: 'appears' | 'goes'; day: string } | undefined
}

/**
 * What of the content is not just there, and what a build on which day will change. What changes first comes first, what
 * does not change by itself at the end.
 */
export function listSchedule(files: readonly ParsedFile[], today: string): Scheduled[] {
  const found = files.flatMap((file): Scheduled[] => {
    if (!file.valid || !file.collection) return []
    const { state, day } = publicationOf(file, today)
    const next = state === 'scheduled' ? ({ change: 'appears', day } as const) : leaves(file, state)
    return state === 'live' && !next ? [] : [{ file: file.file, title: titleOf(file) ?? file.slug, state, next }]
  })
  const order = ({ next, file }: Scheduled): string => `${next?.day ?? '9999'} ${file}`
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** It is there for the whole of its last day. */
function leaves({ collection, valid }: ParsedFile, state: Publication['state']): Scheduled['next'] {
  const last = collection?.until && (valid as Record<string, unknown>)[collection.until]
  if (state !== 'live' || typeof last !== 'string') return undefined
  const day = dayOf(new Date(Date.parse(last) + 24 * 60 * 60 * 1000))
  return { change: 'goes', day }
}

/** What an entry calls itself; undefined where it does not. */
export function titleOf({ valid }: ParsedFile): string | undefined {
  const { title, heading } = (valid ?? {}) as Record<string, unknown>
  return typeof title === 'string' ? title : typeof heading === 'string' ? heading : undefined
}
