import path from 'node:path'
import { Damaged, Newer } from '../spool/envelope-file.ts'

/** What is wrong with what cannot be read: `newer` is not wrong, only not for this relay. */
export type Unread = 'damaged' | 'newer' | 'unreadable'

/** Which of these an error of reading an entry is. */
export function kindOf(error: Error): Unread {
  return error instanceof Damaged ? 'damaged' : error instanceof Newer ? 'newer' : 'unreadable'
}

/** `cannot be read (EACCES)`, `newer: envelope.json has version 2, …` */
export function describeUnread(error: Error): string {
  const kind = kindOf(error)
  return kind === 'unreadable'
    ? `cannot be read (${(error as NodeJS.ErrnoException).code ?? error.message})`
    : `${kind}: ${error.message}`
}

/** A warning of an entry or a whole folder of them, named as beneath the spool. */
export function describeFolder(root: string, folder: string, error: Error): string {
  return `${path.relative(root, folder)} is passed over: ${describeUnread(error)}.`
}
