import { shareImage } from '../collections/addresses.ts'
import type { Card } from '../collections/collection.ts'
import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'

/** What stands on the picture that others show with a link to a page. */
export interface ShareCard extends Card {
  /** Path of the picture on the site. */
  image: string
}

export function createShareCard({ path, pages, entry }: Route, { site }: Content): ShareCard {
  return { image: shareImage(path), ...pages.card(entry, site) }
}
