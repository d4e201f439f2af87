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

interface Form {
  /** The part that it needs. */
  part?: string
}

/** Forms of a new site. The first one is on every site. */
export const forms: Readonly<Record<string, Form>> = {
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
