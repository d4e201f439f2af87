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

/** Forms of a new site, with the part that each needs. The first one is on every site. */
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

/** Answers of one line each; lists have commas. */
export type Answers = Partial<Record<Asked, string>>

interface Words {
  ask: string
  /** What an answer may be. */
  hint: string
}

/** The questions of `site init`, in order; each is an option too. Loaded with every command, for the help. */
export const asked: Readonly<Record<Asked, Words>> = {
  name: { ask: 'Name of the agency', hint: 'at most 30 characters, as a logo has room for' },
  url: { ask: 'Address of the site', hint: 'https:// and a name, without a slash at the end' },
  email: { ask: 'Email for visitors', hint: 'such as hello@agency.example' },
  phone: { ask: 'Phone for visitors', hint: 'a number, or nothing' },
  postalAddress: { ask: 'Postal address for the legal pages', hint: 'one line, or nothing' },
  town: { ask: 'Town for search engines', hint: 'such as Portland, ME, US; or nothing' },
  accent: { ask: 'Color of buttons', hint: '# and six digits; a light one, for dark words stand on it' },
  services: { ask: 'Services', hint: `your own names, or of ${Object.keys(knownServices).join(', ')}` },
  without: { ask: 'Parts to leave out', hint: `of ${parts.join(', ')}; all leaves one page` },
  forms: { ask: 'Forms', hint: `of ${Object.keys(forms).join(', ')}` },
}

/** `postalAddress` → `--postal-address` */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}
