import { z } from 'zod'
import { toPlainText } from './inline-markdown.ts'

/** One line of plain text. Before validation, `{name}` is replaced with the value from facts.yaml. */
export const line = z.string().trim().min(1).max(160)

/** One or two sentences. */
export const sentence = z.string().trim().min(1).max(300)

/** Plain text of one or more paragraphs, separated by blank lines. */
export const text = z.string().trim().min(1).max(1200)

/**
 * Returns a schema for text with inline Markdown (`inline-markdown.ts`). Checks, field tables, editors and renames read
 * its metadata. Render the text with `InlineMarkdown`, or convert it with `toPlainText`. Do not use it in live
 * sections, because the browser has no parser.
 * @param max maximum number of characters, not counting markup and URLs
 */
export function inlineMarkdown(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .meta({ inlineMarkdown: { max } })
    .check(({ value, issues }) => {
      if (value.length > max && toPlainText(value).length > max)
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
    })
}

/** A name such as `lower-case-with-dashes`. File names have this form. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const slug = z.string().regex(slugPattern, 'lower-case letters, digits and single dashes')

/** A valid calendar day, such as `2026-03-31`. */
export const day = z.iso.date()

export const draft = z.boolean().optional().describe('Whether this is a draft, shown only by `site dev` and `--drafts`')

/** Allowed URL schemes. Links with other schemes would either not work or run code. */
export const urlSchemes = ['https', 'http', 'mailto', 'tel', 'sms'] as const

/** A path on this site, an anchor on this page, or a URL with an allowed scheme. */
export const hrefPattern = new RegExp(`^(?:/(?!/)\\S*|#\\S+|https?://\\S+|(?:${urlSchemes.slice(2).join('|')}):\\S+)$`)

/** A link target. The link check reads its metadata. */
export const href = z
  .string()
  .regex(hrefPattern, 'a path such as /about, an anchor such as #form, https://, mailto:, tel: or sms:')
  .meta({ link: true })

/** The path of a page on this site. */
export const sitePath = z
  .string()
  .regex(/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/, 'a path such as /about, without a trailing slash')

/** Name of a file in content/images, for a small square portrait. The build replaces it with a `srcset`. */
export const image = z.string().trim().min(1).meta({ image: 'portrait' })

/** Name of a file in content/images, for a large picture. The build replaces it with a `srcset`. */
export const photo = z.string().trim().min(1).meta({ image: 'photo' })

/** Title for search results and browser tabs. The build appends the site name. */
export const pageTitle = z.string().trim().min(2).max(60)

/** Numbers of characters of a description that search engines show unchanged. `site check` warns about others. */
export const descriptionLength = { min: 90, max: 160 } as const

/** Description for search results and shared links. */
export const pageDescription = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .describe(
    `Description for search results and shared links, of ${descriptionLength.min} to ${descriptionLength.max} characters`,
  )

/**
 * Returns a schema for a reference to another entry by its slug. The reference check, editor completion and the docs
 * read its metadata.
 * @param collection name of a collection or of a list in site.yaml, or `facts`. It is a plain string, because a union
 * of the names would be a circular type; a test checks the names.
 */
export function reference(collection: string) {
  return z.string().trim().min(1).meta({ reference: collection })
}
