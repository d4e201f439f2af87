import { getShareImagePath } from '../collections/addresses.ts'
import type { CardContent } from '../collections/collection.ts'
import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'

/** Content of a page's share image. */
export interface ShareCard extends CardContent {
  /** Path of the image on the site. */
  image: string
}

export function createShareCard({ path, pages, entry }: Route, { site }: Content): ShareCard {
  return { image: getShareImagePath(path), ...pages.card(entry, site) }
}
