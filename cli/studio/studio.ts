import { type ContentReader, createContentReader } from '../dev/snapshot.ts'
import { createAccess, createChanges } from '../editor/changes/changes.ts'
import type { AuditLog } from './audit-log.ts'
import type { Mailer } from './mailer.ts'
import type { People } from './people.ts'
import type { StudioSettings } from './settings.ts'

/** What all parts of a running studio share. */
export interface Studio {
  settings: StudioSettings
  people: People
  content: StudioContent
  log: AuditLog
  mailer: Mailer
}

/** The content folder of a studio, and the change sets that its people make. */
export interface StudioContent {
  /** Absolute path of the content folder. */
  folder: string
  /** Reads the current files, including unpublished entries, and caches what has not changed. */
  reader: ContentReader
  /** The change sets of this folder. Each person's change set has the person's id as its name. */
  changes: ReturnType<typeof createChanges>
}

/** Opens a content folder for a studio. @param folder absolute path */
export function openStudioContent(folder: string): StudioContent {
  const reader = createContentReader(folder, () => ({ all: true }))
  const access = { ...createAccess(folder), checkSaved: reader.checkSaved }
  return { folder, reader, changes: createChanges(folder, access) }
}
