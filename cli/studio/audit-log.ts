import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Something that a person did, or tried to do. */
export interface AuditEvent {
  /** Such as `sign-in`, `publish`, `undo`, `lead`. */
  action: string
  /** Email address of the person; undefined for the studio itself. */
  person?: string | undefined
  /** Further properties, such as the id of a publication. */
  [property: string]: unknown
}

export interface AuditLog {
  write(event: AuditEvent): void
}

/** Opens the audit trail, `studio.log` in a folder: one line of JSON for each event, with its time. */
export function openAuditLog(folder: string): AuditLog {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'studio.log')
  return {
    write: (event) =>
      appendFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`, { mode: 0o600 }),
  }
}
