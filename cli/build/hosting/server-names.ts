import type { Content } from '@northshelf/site/collections/content.ts'

/** Names that the generated server configuration and systemd units use. */
export interface ServerNames {
  /** Host name of the site. */
  host: string
  /** Host name that redirects to `host`: the same name with `www.` added or removed. */
  other: string
  /** Folder of the current release, which contains the folders `site`, `hosting` and `relay`. */
  folder: string
  /** Name of the relay's systemd unit, user, settings file, command and nginx upstream. */
  relay: string
  /** The relay's port on loopback. */
  port: number
}

export function deriveServerNames({ url, relay }: Pick<Content['site'], 'url' | 'relay'>): ServerNames {
  const host = new URL(url).hostname
  const other = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
  return { host, other, folder: `/var/www/${host}/current`, relay: relay.name, port: relay.port }
}
