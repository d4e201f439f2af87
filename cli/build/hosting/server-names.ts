/** What a server of a site must know of the machine it is on. */
export interface ServerNames {
  /** The name that the site is at. */
  host: string
  /** The name that leads there: with `www.` or without. */
  other: string
  /** Where the published release is: `site`, `hosting` and `relay` below it. */
  folder: string
}

/** @param url public address of the site, as site.yaml has it */
export function serverNames(url: string): ServerNames {
  const host = new URL(url).hostname
  const other = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
  return { host, other, folder: `/var/www/${host}/current` }
}
