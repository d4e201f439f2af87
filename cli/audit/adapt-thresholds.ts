import type { Content } from '@northshelf/site/collections/content.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { createPathMover } from '../content/addresses.ts'
import type { Thresholds } from '../diagnostics/thresholds.ts'

/**
 * Extends exceptions for the front page and for default folder addresses, such as `/blog/*`, to translations and to the
 * addresses in site.yaml. Allows any number of third-party requests if a service measures every visit.
 */
export function adaptThresholds(
  { limits, exceptions, ...thresholds }: Thresholds,
  { addresses, measurement }: Pick<Site, 'addresses' | 'measurement'>,
  translations: readonly Pick<Content, 'home' | 'site'>[] = [],
): Thresholds {
  const homes = ['/', ...translations.map(({ home }) => home)]
  const movers = [addresses, ...translations.map(({ site }) => site.addresses)].map(createPathMover)
  const listPages = (page: string) => (page === '/' ? homes : movers.map((move) => move(page)))
  const thirdParty = measurement.every(({ ask }) => ask) ? limits.thirdParty : Number.POSITIVE_INFINITY
  const moved = exceptions.map(({ pages, ...own }) => ({ ...own, pages: pages.flatMap(listPages) }))
  return { ...thresholds, limits: { ...limits, thirdParty }, exceptions: moved }
}
