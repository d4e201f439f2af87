import type { Collection } from '@northshelf/site/collections/collection.ts'
import type { PagedEntry } from '@northshelf/site/entries/entry.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { getDayInZone } from '@northshelf/site/entries/time-zone.ts'
import { toPlainText } from '@northshelf/site/schema/inline-markdown.ts'
import type { ParsedFile } from './parsed.ts'
import { getPublicationStatus, type PublicationStatus } from './publication.ts'

/** A draft, a scheduled or expired entry, or a live entry that will expire or has a part that will. */
export interface ScheduledEntry {
  /** Path relative to the parent of the content folder. */
  file: string
  /** Title of the entry, or of its part. */
  title: string
  state: PublicationStatus['state']
  /** Next scheduled change; undefined if there is none. */
  next: { change: 'appears' | 'goes'; day: string } | undefined
}

/**
 * Lists entries that are not live, and live entries and parts of them that will expire, by date of their next change.
 * Those without one come last.
 */
export function listSchedule(files: readonly ParsedFile[], today: string): ScheduledEntry[] {
  const found = files.map(toNotice).flatMap((file): ScheduledEntry[] => {
    if (!file.valid || !file.collection) return []
    const { state, day } = getPublicationStatus(file, today)
    const next = state === 'scheduled' ? ({ change: 'appears', day } as const) : nextRemoval(file, state)
    const parts = state === 'live' ? listExpiringParts(file, today) : []
    if (state === 'live' && !next) return parts
    return [{ file: file.file, title: getEntryTitle(file) ?? file.slug, state, next }, ...parts]
  })
  const order = ({ next, file }: ScheduledEntry): string => `${next?.day ?? '9999'} ${file}`
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** Presents the notice in site.yaml as an entry, so that its days are listed like theirs. Returns other files unchanged. */
function toNotice(file: ParsedFile): ParsedFile {
  const { notice } = (file.valid ?? {}) as Partial<Site>
  const collection = { from: 'from', until: 'until' } as Collection
  if (file.collection || !notice) return file
  return { ...file, collection, data: notice, valid: { title: toPlainText(notice.text), ...notice } }
}

/** Returns a live entry's scheduled removal, which is on the day after its last day. */
function nextRemoval({ collection, valid }: ParsedFile, state: PublicationStatus['state']): ScheduledEntry['next'] {
  const last = collection?.until && (valid as Record<string, unknown>)[collection.until]
  return state === 'live' && typeof last === 'string' ? { change: 'goes', day: getNextDay(last) } : undefined
}

function getNextDay(day: string): string {
  return getDayInZone(new Date(Date.parse(day) + 24 * 60 * 60 * 1000))
}

/** Lists the parts of a live entry that will expire. Omits expired parts, which may stay in a file for years. */
function listExpiringParts({ file, collection, valid }: ParsedFile, today: string): ScheduledEntry[] {
  const parts = collection?.expiringParts?.(valid) ?? []
  const partsOfPage = collection?.pages?.expiringParts?.(valid as PagedEntry) ?? []
  return [...parts, ...partsOfPage]
    .filter(({ until }) => until >= today)
    .map(({ title, until }) => ({ file, title, state: 'live', next: { change: 'goes', day: getNextDay(until) } }))
}

/** Returns the title or heading of an entry; undefined if it has neither. */
export function getEntryTitle({ valid }: ParsedFile): string | undefined {
  const { title, heading } = (valid ?? {}) as Record<string, unknown>
  return typeof title === 'string' ? title : typeof heading === 'string' ? heading : undefined
}
