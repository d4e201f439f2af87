import type { CookieOptions, Request, RequestHandler, Response } from 'express'
import { HttpError } from '../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../paths.ts'
import type { People } from './people.ts'
import type { Permission, Person } from './person.ts'
import { hashSecret } from './sign-in/secrets.ts'
import { SESSION_LIFETIME, type SignIns } from './sign-in/sign-ins.ts'

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

/** The cookie that contains a session's secret. Browsers protect it from other hosts of the domain only over https. */
export function createSessionCookie({ protocol }: URL) {
  const secure = protocol === 'https:'
  const name = secure ? '__Host-studio' : 'studio'
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'lax', path: '/' }
  return {
    name,
    read: ({ headers }: Pick<Request, 'headers'>): string | undefined => {
      const cookies = (headers.cookie ?? '').split(';').map((text) => text.trim())
      return cookies.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1)
    },
    set: (response: Response, secret: string) =>
      response.cookie(name, secret, { ...options, maxAge: SESSION_LIFETIME }),
    clear: (response: Response) => response.clearCookie(name, options),
  }
}
export type SessionCookie = ReturnType<typeof createSessionCookie>

/** Accepts only requests of people who are signed in. Shows all others the page for signing in. */
export function requireSession(cookie: SessionCookie, { sessions }: SignIns, people: People): RequestHandler {
  return async (request, response, next) => {
    const secret = cookie.read(request)
    const session = secret === undefined ? undefined : await sessions.find(secret)
    const person = session && people.findByEmail(session.email)
    if (person) {
      response.locals.person = person
      return next()
    }
    // The person has been removed. The session must not work again if the person returns.
    if (secret !== undefined && session && people.isComplete()) await sessions.remove(hashSecret(secret))
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!isPage) throw new HttpError('You are not signed in.', 401)
    response.redirect(303, `${STUDIO_PREFIX}/sign-in?${new URLSearchParams({ next: request.originalUrl })}`)
  }
}
