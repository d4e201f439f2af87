import type { Site } from '@northshelf/site/entries/site.ts'
import { createPathMover } from '../content/folder-addresses.ts'
import type { Thresholds } from '../diagnostics/thresholds.ts'

/**
 * Lets exceptions for the default address of a folder, such as `/blog/*`, apply to the address in site.yaml, and allows
 * any number of requests to services that measure every visit.
 */
export function adaptThresholds(
  { limits, exceptions, ...thresholds }: Thresholds,
  { addresses, measurement }: Pick<Site, 'addresses' | 'measurement'>,
): Thresholds {
  const move = createPathMover(addresses)
  const thirdParty = measurement.every(({ ask }) => ask) ? limits.thirdParty : Number.POSITIVE_INFINITY
  const moved = exceptions.map(({ pages, ...own }) => ({ ...own, pages: pages.map(move) }))
  return { ...thresholds, limits: { ...limits, thirdParty }, exceptions: moved }
}
