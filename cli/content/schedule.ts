import type { ParsedFile } from './parsed.ts'
import { formatUtcDate, getPublicationStatus, type PublicationStatus } from './publication.ts'

/** A draft, a scheduled or expired entry, or a live entry that will expire. */
export interface ScheduledEntry {
  /** Path relative to the parent of the content folder. */
  file: string
  title: string
  state: PublicationStatus['state']
  /** Next scheduled change; undefined if there is none. */
  next: { change: 'appears' | 'goes'; day: string } | undefined
}

/** Lists entries that are not live or will expire, by date of their next change. Those without one come last. */
export function listSchedule(files: readonly ParsedFile[], today: string): ScheduledEntry[] {
  const found = files.flatMap((file): ScheduledEntry[] => {
    if (!file.valid || !file.collection) return []
    const { state, day } = getPublicationStatus(file, today)
    const next = state === 'scheduled' ? ({ change: 'appears', day } as const) : nextRemoval(file, state)
    return state === 'live' && !next ? [] : [{ file: file.file, title: getEntryTitle(file) ?? file.slug, state, next }]
  })
  const order = ({ next, file }: ScheduledEntry): string => `${next?.day ?? '9999'} ${file}`
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** Returns a live entry's scheduled removal, which is on the day after its last day. */
function nextRemoval({ collection, valid }: ParsedFile, state: PublicationStatus['state']): ScheduledEntry['next'] {
  const last = collection?.until && (valid as Record<string, unknown>)[collection.until]
  if (state !== 'live' || typeof last !== 'string') return undefined
  const day = formatUtcDate(new Date(Date.parse(last) + 24 * 60 * 60 * 1000))
  return { change: 'goes', day }
}

/** Returns the title or heading of an entry; undefined if it has neither. */
export function getEntryTitle({ valid }: ParsedFile): string | undefined {
  const { title, heading } = (valid ?? {}) as Record<string, unknown>
  return typeof title === 'string' ? title : typeof heading === 'string' ? heading : undefined
}
