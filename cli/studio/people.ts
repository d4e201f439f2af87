import { statSync } from 'node:fs'
import path from 'node:path'
import { PEOPLE_FILE } from '../paths.ts'
import { type PeopleFile, readPeopleFile } from './people-file.ts'
import { derivePersonId, normalizeEmail, type Permission, type Person, permissions } from './person.ts'

/** The people in `studio.yaml`. Reads the file again when it has changed. */
export interface People {
  list(): readonly Person[]
  /** Finds a person by email address, ignoring case. */
  findByEmail(email: string): Person | undefined
  findById(id: string): Person | undefined
  /** Lists the people who may do something. */
  allowed(permission: Permission): readonly Person[]
  /**
   * Whether `studio.yaml` can be read and has no errors. Otherwise, people who are listed in it may be missing here.
   */
  isComplete(): boolean
}

/**
 * Opens `studio.yaml`. While the file has errors, a person has only the permissions that both its last valid version and
 * its readable part give. While it is missing or unreadable, nobody has any.
 * @param home the parent of the content folder
 * @param onInvalid called once for each version with errors
 */
export function openPeople(home: string, onInvalid: (file: PeopleFile) => void): People {
  const file = path.join(home, PEOPLE_FILE)
  let stamp: string | undefined
  let valid: readonly Person[] = []
  let current: { people: readonly Person[]; isComplete: boolean } = { people: [], isComplete: false }

  function read(parsed: PeopleFile): void {
    if (parsed.isValid) valid = parsed.readable
    else onInvalid(parsed)
    const people = parsed.readable.flatMap((person): Person[] => {
      const before = valid.find(({ id }) => id === person.id)
      const may = person.may.filter((permission) => before?.may.includes(permission))
      return may.length > 0 ? [{ ...person, may }] : []
    })
    current = { people, isComplete: parsed.isValid }
  }
  function refresh() {
    try {
      const now = readStamp(file)
      if (now === stamp) return current
      read(readPeopleFile(home))
      stamp = now
    } catch {
      current = { people: [], isComplete: false }
      stamp = undefined
    }
    return current
  }
  return createPeople(
    () => refresh().people,
    () => refresh().isComplete,
  )
}

/** Returns the only person of a studio that runs on that person's own machine, without a `studio.yaml`. */
export function createLocalPeople(): People {
  const email = 'you@localhost'
  const you = { id: derivePersonId(email), name: 'You', email, may: permissions }
  return createPeople(
    () => [you],
    () => true,
  )
}

function createPeople(list: () => readonly Person[], isComplete: () => boolean): People {
  return {
    list,
    findByEmail: (email) => list().find((person) => person.email === normalizeEmail(email)),
    findById: (id) => list().find((person) => person.id === id),
    allowed: (permission) => list().filter(({ may }) => may.includes(permission)),
    isComplete,
  }
}

/** Identifies the version of a file. @throws if it is missing */
function readStamp(file: string): string {
  const { ctimeNs, mtimeNs, size, ino } = statSync(file, { bigint: true })
  return [ctimeNs, mtimeNs, size, ino].join(' ')
}
