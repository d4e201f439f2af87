import type { Response } from 'express'
import { HttpError } from '../editor/files/http-errors.ts'
import type { Permission, Person } from './person.ts'

/** Returns the person who is signed in. Routes other than those for signing in can rely on it. */
export function getPerson(response: Response): Person {
  return response.locals.person as Person
}

/** @throws HttpError with status 403 if the person who is signed in may not do something */
export function requirePermission(response: Response, permission: Permission): Person {
  const person = getPerson(response)
  if (person.may.includes(permission)) return person
  throw new HttpError(`This needs the permission "${permission}" in studio.yaml.`, 403)
}
