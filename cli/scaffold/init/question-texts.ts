/** Optional parts of a new site, which the user can choose. */
export const optionalParts = [
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

/** Forms for a new site, with the part that each form requires. Every site has the first form. */
export const siteForms: Readonly<Record<string, { part?: string }>> = {
  contact: {},
  request: {},
  application: { part: 'jobs' },
  resume: { part: 'jobs' },
}

/** Common services, with their icons. */
export const knownServices: Readonly<Record<string, string>> = {
  Consulting: 'people',
  Planning: 'calendar',
  Support: 'chat',
  Training: 'book',
  Advertising: 'target',
  Reporting: 'chart',
  Delivery: 'truck',
}

/**
 * The questions that `site init` asks, in order. Each is also a command-line option that the help describes, so every
 * command loads this file. Each hint describes which answers are valid.
 */
export const questionTexts = {
  name: { ask: 'Name of the company', hint: 'at most 30 characters, to fit the logo' },
  url: { ask: 'Address of the site', hint: 'https:// and a host name, without a trailing slash' },
  email: { ask: 'Email for visitors', hint: 'an address such as hello@company.example' },
  phone: { ask: 'Phone for visitors', hint: 'a number with its country code, such as +31 30 123 4567; or empty' },
  postalAddress: { ask: 'Postal address for the legal pages', hint: 'one line, or empty' },
  town: {
    ask: 'Town for search engines',
    hint: 'town, region if any, and country code, such as Portland, ME, US or Utrecht, NL; or empty',
  },
  country: { ask: 'Country in which employees may live', hint: 'a two-letter code, such as US or NL' },
  accent: { ask: 'Color of buttons', hint: 'a light color behind dark text, as # and six hex digits' },
  services: { ask: 'Services', hint: `your own names, or any of ${Object.keys(knownServices).join(', ')}` },
  without: { ask: 'Parts to leave out', hint: `any of ${optionalParts.join(', ')}; "all" leaves a single page` },
  forms: { ask: 'Forms', hint: `any of ${Object.keys(siteForms).join(', ')}` },
}

/** Answers, keyed by question, each on a single line. Commas separate list items. */
export type Answers = Partial<Record<keyof typeof questionTexts, string>>

/** Returns the option for a question, such as `--postal-address` for `postalAddress`. */
export function toFlag(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}
