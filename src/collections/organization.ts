import type { Postal, Site } from '../entries/site.ts'

/** Returns the schema.org Organization for the company that runs the site. */
export function organization({ name, url }: Site) {
  return {
    '@type': 'Organization',
    '@id': `${url}/#organization`,
    name,
    url: `${url}/`,
    logo: `${url}/icon-512.png`,
  }
}

/** Returns a schema.org PostalAddress. */
export function postalAddress({ street, postcode, locality, region, country }: Postal) {
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    ...(postcode && { postalCode: postcode }),
    addressLocality: locality,
    ...(region && { addressRegion: region }),
    addressCountry: country,
  }
}
