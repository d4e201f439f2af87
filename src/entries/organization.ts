import type { PostalAddress } from './postal.ts'
import type { Site } from './site.ts'

/** Returns the schema.org Organization for the company that runs the site. */
export function createOrganization({ name, url }: Site) {
  return {
    '@type': 'Organization',
    '@id': `${url}/#organization`,
    name,
    url: `${url}/`,
    logo: `${url}/icon-512.png`,
  }
}

/** Returns a schema.org PostalAddress. */
export function createPostalAddress({ street, postcode, locality, region, country }: PostalAddress) {
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    ...(postcode && { postalCode: postcode }),
    addressLocality: locality,
    ...(region && { addressRegion: region }),
    addressCountry: country,
  }
}
