import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { STUDIO_PREFIX } from '../../paths.ts'
import type { Person } from '../person.ts'
import type { StudioSettings } from '../settings.ts'
import { openSecretStore, type SecretStore } from './secrets.ts'

export const LINK_MINUTES = 15
const SESSION_DAYS = 30
/** Milliseconds. */
export const SESSION_LIFETIME = SESSION_DAYS * 86_400_000

/** The links for signing in and the sessions of a studio, which its commands share with the server. */
export interface SignIns {
  links: SecretStore
  sessions: SecretStore
}

/** @param data data folder of the studio, which is created */
export function openSignIns(data: string): SignIns {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  // Keeps sessions out of the repository.
  writeFileSync(path.join(data, '.gitignore'), '*\n')
  return {
    // More than the number of emails sent within the lifetime, so that no link in an email or from the operator is
    // removed early.
    links: openSecretStore(path.join(data, 'links'), { lifetime: LINK_MINUTES * 60_000, limit: 30 }),
    sessions: openSecretStore(path.join(data, 'sessions'), { lifetime: SESSION_LIFETIME, limit: 20 }),
  }
}

/** Creates a link that signs a person in once. @param next path of the page that is shown then */
export async function createSignInLink({ url, data }: StudioSettings, { email }: Person, next?: string) {
  const token = await openSignIns(data).links.create(email, next)
  return `${url.origin}${STUDIO_PREFIX}/sign-in/${token}`
}

const MAX_PATH = 2000

/** Returns the path of a page of the studio, or its start page for any other address. */
export function toOwnPath(text: unknown, { origin }: URL): string {
  const start = `${STUDIO_PREFIX}/`
  if (typeof text !== 'string' || text.length > MAX_PATH || !URL.canParse(text, origin)) return start
  const { origin: target, pathname, search } = new URL(text, origin)
  const isOwn = target === origin && !pathname.startsWith('//') && !pathname.startsWith(`${start}sign-`)
  return isOwn ? pathname + search : start
}
