import type { Permission, Person } from './person.ts'

/** The people in `studio.yaml`. Reads the file again when it has changed. */
export interface People {
  list(): readonly Person[]
  /** Finds a person by email address, ignoring case. */
  findByEmail(email: string): Person | undefined
  findById(id: string): Person | undefined
  /** Lists the people who may do something. */
  allowed(permission: Permission): readonly Person[]
}
