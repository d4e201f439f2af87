import { cleanLine } from '../clean-text.ts'
import type { VisitSource } from '../store/store.ts'
import { en, type Translations } from '../translations/en.ts'

/** Platforms whose advertisements add these parameters to the addresses of their clicks. */
const CLICK_IDS: Record<string, string> = {
  gclid: 'Google Ads',
  gbraid: 'Google Ads',
  wbraid: 'Google Ads',
  fbclid: 'Facebook',
  msclkid: 'Microsoft Advertising',
  li_fat_id: 'LinkedIn',
  ttclid: 'TikTok',
}

/**
 * Returns what brought a visitor: the campaign, such as `google / cpc / spring-sale`, or else the advertising platform,
 * or else the referring site. Undefined if nothing is known.
 */
export function nameOrigin({ referrer, parameters = {} }: VisitSource): string | undefined {
  const campaign = ['utm_source', 'utm_medium', 'utm_campaign'].flatMap((name) => parameters[name] ?? [])
  if (campaign.length > 0) return cleanLine(campaign.join(' / '))
  const click = Object.keys(parameters).find((name) => Object.hasOwn(CLICK_IDS, name))
  if (click) return CLICK_IDS[click]
  return referrer && cleanLine(new URL(referrer).host)
}

/** Describes a source: `Came from google / cpc / spring-sale; first page /services; sent from /get-started`. */
export function describeSource(source: VisitSource, { mail }: Pick<Translations, 'mail'> = en): string {
  const { page, landing } = source
  const origin = nameOrigin(source)
  const parts = [
    origin === undefined ? [] : mail.cameFrom(origin),
    landing === undefined || landing === page ? [] : mail.firstPage(cleanLine(landing)),
    page === undefined ? [] : mail.sentFromPage(cleanLine(page)),
  ].flat()
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
