/** What a new site can have besides its front page. The template says for each what is only there with it. */
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

interface Form {
  /** The part without which it has no place. */
  part?: string
}

/** The first is on every site, for everything leads to it. */
export const forms: Readonly<Record<string, Form>> = {
  contact: {},
  request: {},
  application: { part: 'jobs' },
  resume: { part: 'jobs' },
}

/** Services that many agencies have, with the sign drawn beside each. */
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
