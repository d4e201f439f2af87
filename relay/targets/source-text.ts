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

/** Returns where a visit came from: `utm_source`, or else the advertising platform, or else the referring site. */
export function nameSource({ referrer, parameters = {} }: VisitSource): string | undefined {
  if (parameters.utm_source) return cleanLine(parameters.utm_source)
  const click = Object.keys(parameters).find((name) => Object.hasOwn(CLICK_IDS, name))
  if (click) return CLICK_IDS[click]
  return referrer && cleanLine(new URL(referrer).host)
}

/** Returns the source of a visit with its campaign, such as `google / cpc / spring-sale`. */
function nameCampaign(source: VisitSource): string | undefined {
  const { utm_medium: medium, utm_campaign: campaign } = source.parameters ?? {}
  const parts = [nameSource(source), medium, campaign].filter((part) => part !== undefined)
  return parts.length > 0 ? cleanLine(parts.join(' / ')) : undefined
}

/** Describes a source: `Came from google / cpc / spring-sale; first page /services; sent from /get-started`. */
export function describeSource(source: VisitSource, { mail }: Pick<Translations, 'mail'> = en): string {
  const { page, landing } = source
  const origin = nameCampaign(source)
  const parts = [
    origin === undefined ? [] : mail.cameFrom(origin),
    landing === undefined || landing === page ? [] : mail.firstPage(cleanLine(landing)),
    page === undefined ? [] : mail.sentFromPage(cleanLine(page)),
  ].flat()
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
