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
  /** Appends an event. @throws Error if it cannot be written, so that nothing happens without a trace */
  write(event: AuditEvent): void
}

/**
 * Opens the audit trail, `studio.log` in a folder: one line of JSON for each event, with its time. Opens the file for
 * each event, so that logrotate can rename it.
 * @param onEvent called after an event has been written
 */
export function openAuditLog(folder: string, onEvent?: (event: AuditEvent) => void): AuditLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'studio.log')
  return {
    write(event) {
      appendFileSync(file, `${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`, { mode: 0o600 })
      onEvent?.(event)
    },
  }
}
