/** Optional parts of a new site. */
export const parts = [
  'services',
  'solutions',
  'about',
  'blog',
  'insights',
  'jobs',
  'testimonials',
  'faq',
  'privacy',
  'terms',
] as const

/** Forms of a new site, with the part that each requires. Every site has the first. */
export const forms: Readonly<Record<string, { part?: string }>> = {
  contact: {},
  request: {},
  application: { part: 'jobs' },
  resume: { part: 'jobs' },
}

/** Common services and their icons. */
export const knownServices: Readonly<Record<string, string>> = {
  Advertising: 'target',
  'Product listings': 'listing',
  Reporting: 'chart',
  'Marketplace management': 'store',
  'Search optimization': 'search',
  'Inventory planning': 'boxes',
  'Retail distribution': 'truck',
  'Customer service': 'chat',
}

export type Asked =
  | 'name'
  | 'url'
  | 'email'
  | 'phone'
  | 'postalAddress'
  | 'town'
  | 'accent'
  | 'services'
  | 'without'
  | 'forms'

/** Single-line answers; list items are separated by commas. */
export type Answers = Partial<Record<Asked, string>>

interface Words {
  ask: string
  /** Description of valid answers. */
  hint: string
}

/** The questions of `site init`, in order; each is also an option. Loaded by every command, for the help. */
export const asked: Readonly<Record<Asked, Words>> = {
  name: { ask: 'Name of the agency', hint: 'at most 30 characters, to fit the logo' },
  url: { ask: 'Address of the site', hint: 'https:// and a host name, without a trailing slash' },
  email: { ask: 'Email for visitors', hint: 'an address such as hello@agency.example' },
  phone: { ask: 'Phone for visitors', hint: 'a number, or empty' },
  postalAddress: { ask: 'Postal address for the legal pages', hint: 'one line, or empty' },
  town: { ask: 'Town for search engines', hint: 'town, region and country code, such as Portland, ME, US; or empty' },
  accent: { ask: 'Color of buttons', hint: '# and six hex digits; light, because its text is dark' },
  services: { ask: 'Services', hint: `your own names, or any of ${Object.keys(knownServices).join(', ')}` },
  without: { ask: 'Parts to leave out', hint: `any of ${parts.join(', ')}; all leaves a single page` },
  forms: { ask: 'Forms', hint: `any of ${Object.keys(forms).join(', ')}` },
}

/** `postalAddress` → `--postal-address` */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}
