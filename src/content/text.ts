import { z } from 'zod'

/** The smallest nouns of the content language. Every other schema is made of these. */

/** One line of copy. `{name}` inside it is replaced from facts.yaml before it is checked. */
export const line = z.string().trim().min(1).max(160)

/** One sentence or two. */
export const sentence = z.string().trim().min(1).max(300)

/** A paragraph or several, parted by blank lines; plain text. */
export const text = z.string().trim().min(1).max(1200)

/** `lower-case-with-dashes`, as file names are. */
export const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters, digits and single dashes')

/** A calendar day, `2026-03-31`. Impossible days are refused. */
export const day = z.iso.date()

/**
 * Where a link leads: a path of this site, an anchor of this page, a mail address or an https address.
 * The mark is what the link check goes by.
 */
export const href = z
  .string()
  .regex(
    /^(?:\/(?!\/)[^\s]*|#[^\s]+|mailto:[^\s]+|https:\/\/[^\s]+)$/,
    'a path such as /about, an anchor such as #form, mailto: or https://',
  )
  .meta({ link: true })

/** Name of a file in content/images. The build puts the published address in its place. */
export const image = z.string().trim().min(1).meta({ image: true })

/** Title for search results and browser tabs. The site's name is added by the page, so it is not written here. */
export const pageTitle = z.string().trim().min(4).max(60)

/** Description for search results and shared links. */
export const pageDescription = z.string().trim().min(50).max(165)

export type CollectionName =
  | 'services'
  | 'solutions'
  | 'jobs'
  | 'articles'
  | 'testimonials'
  | 'faqs'
  | 'forms'
  | 'facts'
  | 'serviceGroups'

/**
 * A reference to another entry by its slug. What it points at is written into the schema itself,
 * so that the reference check, the editors' completion and the docs read the same definition.
 */
export function reference(collection: CollectionName) {
  return z.string().trim().min(1).meta({ reference: collection })
}
