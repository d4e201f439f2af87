import type { Content } from '@northshelf/site/collections/content.ts'
import { parseValidUrl } from '@northshelf/site/schema/parse-url.ts'

/** Names that the generated server configuration and systemd units use. */
export interface ServerNames {
  host: string
  /** Host name that redirects to `host`: the same name with `www.` added or removed. */
  other: string
  /** Folder of the current release, which contains the folders `site`, `hosting` and `relay`. */
  folder: string
  /** Name of the relay's systemd unit, user, settings file, command and nginx upstream. */
  relay: string
  /** The relay's port on loopback. */
  port: number
  /** Time zone in which publication days begin. */
  timeZone: string
}

export function deriveServerNames({
  url,
  relay,
  timeZone = 'UTC',
}: Pick<Content['site'], 'url' | 'relay' | 'timeZone'>): ServerNames {
  const host = parseValidUrl(url).hostname
  const other = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
  return { host, other, folder: `/var/www/${host}/current`, relay: relay.name, port: relay.port, timeZone }
}

/** Path prefixes to proxy to the relay, without a trailing slash. All other relay paths are private. */
export const RELAY_PATHS = ['/functions/v1', '/thanks', '/attachments']

/** Content type of error responses for programs (RFC 9457). Visitors receive the status page instead. */
export const PROBLEM_CONTENT_TYPE = 'application/problem+json'

/** Returns a machine-readable error response. @param status a number, or the web server's variable that contains it */
export function formatProblemBody(status: number | string): string {
  return `{"type":"about:blank","status":${status}}`
}
