import type { Heading } from '@northshelf/site/entries/entry.ts'
import type { Labels } from '@northshelf/site/entries/labels.ts'
import { escapeHtml } from './html-tags.ts'

/** The heading that `mdast-util-to-hast` writes above footnotes. */
export const FOOTNOTES: Heading = { id: 'footnote-label', text: 'Footnotes' }
/** The heading, and the name of each link from a footnote back to the text. */
const WORDS = / id="footnote-label">(?<heading>Footnotes)|(?<= aria-label=")Back to reference (?<reference>[\d-]+)/g

/** Replaces the English words around footnotes, which `mdast-util-to-hast` writes, with those of the site. */
export function labelFootnotes<T extends { html: string; headings: Heading[] }>(rendered: T, labels: Labels): T {
  const { html, headings } = rendered
  if (!headings.some(({ id }) => id === FOOTNOTES.id)) return rendered
  return {
    ...rendered,
    html: html.replace(WORDS, (_, heading, reference) =>
      heading
        ? ` id="${FOOTNOTES.id}">${escapeHtml(labels.footnotes)}`
        : escapeHtml(labels.backToReference.replace('{n}', reference)),
    ),
    headings: headings.map((heading) =>
      heading.id === FOOTNOTES.id ? { ...heading, text: labels.footnotes } : heading,
    ),
  }
}
