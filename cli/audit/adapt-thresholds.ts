import type { Content } from '@northshelf/site/collections/content.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { createPathMover } from '../content/addresses.ts'
import type { Thresholds } from '../diagnostics/thresholds.ts'

/** How much larger the documents of translations may be, because many languages need longer texts than English. */
const LONGER = 1.1

/**
 * Extends exceptions for the front page and for default folder addresses, such as `/blog/*`, to translations and to the
 * addresses in site.yaml. Allows translations a tenth more HTML, and any number of third-party requests if a service
 * measures every visit.
 */
export function adaptThresholds(
  { limits, exceptions, ...thresholds }: Thresholds,
  { addresses, measurement }: Pick<Site, 'addresses' | 'measurement'>,
  translations: readonly Pick<Content, 'home' | 'site'>[] = [],
): Thresholds {
  const thirdParty = measurement.every(({ ask }) => ask) ? limits.thirdParty : Number.POSITIVE_INFINITY
  const source = { home: '/', addresses, exceptions }
  const translated = translations.map(({ home, site }) => {
    const all = [{ pages: [home, `${home}/*`], html: limits.html }, ...exceptions]
    return { home, addresses: site.addresses, exceptions: all.map(allowLongerTexts) }
  })
  const moved = [source, ...translated].flatMap(({ home, addresses, exceptions }) => {
    const move = createPathMover(addresses)
    return exceptions.map(({ pages, ...own }) => ({
      ...own,
      pages: pages.map((page) => (page === '/' ? home : move(page))),
    }))
  })
  return { ...thresholds, limits: { ...limits, thirdParty }, exceptions: moved }
}

function allowLongerTexts<T extends { html?: number | undefined }>(exception: T): T {
  return exception.html === undefined ? exception : { ...exception, html: exception.html * LONGER }
}
