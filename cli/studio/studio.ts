import type { AuditLog } from './audit-log.ts'
import type { StudioContent } from './content.ts'
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
