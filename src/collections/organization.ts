import type { Site } from './site.ts'

/** Who runs the site, as schema.org objects name it. */
export function organization({ name, url }: Site) {
  return { '@type': 'Organization', '@id': `${url}/#organization`, name, url: `${url}/` }
}
