import { z } from 'zod'
import { plainWords } from './inline-markdown.ts'

/** The smallest nouns of the content language. Every other schema is made of these. */

/** One line of copy, plain text. `{name}` inside it is replaced from facts.yaml before it is checked. */
export const line = z.string().trim().min(1).max(160)

/** One sentence or two. */
export const sentence = z.string().trim().min(1).max(300)

/** A paragraph or several, parted by blank lines; plain text. */
export const text = z.string().trim().min(1).max(1200)

/**
 * A text that takes inline markdown (`inline-markdown.ts`). The mark is what checks, tables, editors and renames go by;
 * what shows it uses `InlineMarkdown`, and what needs plain words `plainWords`. Not for sections that the browser
 * hydrates: it has no parser.
 * @param max characters as they are read, without marks and addresses
 */
export function inlineMarkdown(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .meta({ inlineMarkdown: { max } })
    .check(({ value, issues }) => {
      if (value.length > max && plainWords(value).length > max)
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
    })
}

/** `lower-case-with-dashes`, as file names are. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const slug = z.string().regex(slugPattern, 'lower-case letters, digits and single dashes')

/** A calendar day, `2026-03-31`. Impossible days are refused. */
export const day = z.iso.date()

/** Keeps an entry from being published, with its page, its places in lists, feeds and the sitemap. */
export const draft = z.boolean().optional().describe('Not published yet: only `site dev` and `--drafts` show it')

/** What may stand before the colon of an address. Browsers leave the page for no other: such a link is dead or runs code. */
export const schemes = ['https', 'http', 'mailto', 'tel', 'sms'] as const

/** A path of this site, an anchor of this page, or an address with one of the schemes. */
export const hrefPattern = new RegExp(`^(?:/(?!/)\\S*|#\\S+|https?://\\S+|(?:${schemes.slice(2).join('|')}):\\S+)$`)

/** Where a link leads. The mark is what the link check goes by. */
export const href = z
  .string()
  .regex(hrefPattern, 'a path such as /about, an anchor such as #form, https://, mailto:, tel: or sms:')
  .meta({ link: true })

/** Name of a file in content/images. The build puts the published addresses in its place, as `srcset` takes them. */
export const image = z.string().trim().min(1).meta({ image: true })

/** Title for search results and browser tabs. The site's name is added by the page, so it is not written here. */
export const pageTitle = z.string().trim().min(2).max(60)

/** Description for search results and shared links. */
export const pageDescription = z.string().trim().min(50).max(165)

/**
 * A reference to another entry, by its slug. What it points at is written into the schema itself, so that the
 * reference check, the editors' completion and the docs read the same definition.
 * @param collection name of a collection, of a list that site.yaml has, or `facts`. A text: a type of their names would
 * follow from the schemas, and so from itself. A test sees to it that there is one.
 */
export function reference(collection: string) {
  return z.string().trim().min(1).meta({ reference: collection })
}
