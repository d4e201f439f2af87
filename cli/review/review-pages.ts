import { readFileSync } from 'node:fs'
import path from 'node:path'
import { tokenStylesheet } from '@northshelf/site/theme/tokens.ts'
import { escapeXml } from '../build/text-files.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import type { PageChange, PageDifferences } from '../diff/difference.ts'
import { formatContentChange, formatHeadline, formatNotes, formatPageChange } from '../diff/formats.ts'

/** All rules apply only inside `#northshelf-review`, and first remove the effect of the page's own styles there. */
const styles = [
  '#northshelf-review{all:initial}#northshelf-review *{all:revert}',
  tokenStylesheet.replaceAll(':root', '#northshelf-review').replaceAll('.night', '#northshelf-review.bar'),
  readFileSync(path.join(import.meta.dirname, 'review.css'), 'utf8').replace(/\/\*[\s\S]*?\*\/|\s+/g, ' '),
].join('')

/** Elements that the head of each page of a review contains. */
export const reviewHead = `<meta name="robots" content="noindex"><style>${styles}</style>`

/** The two versions of a page, with their display names and the text shown if the page lacks that version. */
const sides = {
  before: { label: 'Before', missing: 'new page' },
  after: { label: 'After', missing: 'removed' },
} as const
export type Side = keyof typeof sides

/** A page of a review: its paths relative to the review's folder; undefined if that version has no such page. */
export interface ReviewedPage extends PageChange, Record<Side, string | undefined> {}

/** Renders the bar at the top of a page. @param side the version that the page shows */
export function renderBar(page: ReviewedPage, side: Side, title: string, back?: string): string {
  const toRoot = '../'.repeat((page[side]?.split('/').length ?? 1) - 1)
  const causes = page.causes.map(formatContentChange)
  const details = `<details><summary>${pluralize(causes.length, 'change')} on this page</summary>${renderList(causes)}</details>`
  return `<aside id="northshelf-review" class="bar" lang="en" dir="ltr" aria-label="Review">
<p><b>${escapeXml(title)}</b></p>
<p class="sides">${renderLinks(page, toRoot, side)}</p>
<p><a href="${toRoot}index.html">All changes</a></p>
${renderBack(back)}${causes.length > 0 ? details : ''}</aside>`
}

/** Links to both versions of a page. @param toRoot relative path from the page with the links to the review's folder */
function renderLinks(page: ReviewedPage, toRoot: string, current?: Side): string {
  return Object.entries(sides)
    .map(([side, { label, missing }]) => {
      const file = page[side as Side]
      if (file === undefined) return `<span>${label}: ${missing}</span>`
      const state = side === current ? ' aria-current="page"' : ''
      return `<a href="${toRoot}${escapeXml(file)}"${state}>${label}${current ? '' : `<i> ${escapeXml(page.page)}</i>`}</a>`
    })
    .join(' ')
}

/** Renders the page that lists all changes and the pages that they affect. @param changes texts, one for each change */
export function renderIndex(
  title: string,
  changes: readonly string[],
  pages: readonly ReviewedPage[],
  difference: PageDifferences,
  back?: string,
): string {
  const notes = formatNotes(difference, (file) => file)
  const rows = pages.map(
    (page) =>
      `<li><b>${escapeXml(page.page)}</b> <span>${escapeXml(formatPageChange(page, difference))}</span> <span class="sides">${renderLinks(page, '')}</span></li>`,
  )
  return `<!doctype html>
<html lang="en" id="northshelf-review">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
${reviewHead}
</head>
<body>
<main>
${renderBack(back)}<h1>${escapeXml(title)}</h1>
<p>${formatHeadline(difference)}</p>
<h2>Changes</h2>
${changes.length > 0 ? renderList(changes) : '<p>Nothing changed.</p>'}
<h2>Pages</h2>
${rows.length > 0 ? `<ul class="pages">${rows.join('\n')}</ul>` : '<p>No page changed.</p>'}
${notes.length > 0 ? `<h2>Notes</h2>\n${renderList(notes)}` : ''}
</main>
</body>
</html>
`
}

/** Renders a link to the page from which the review was opened. */
function renderBack(address: string | undefined): string {
  return address ? `<p><a href="${escapeXml(address)}">Back to the studio</a></p>\n` : ''
}

function renderList(texts: readonly string[]): string {
  return `<ul>${texts.map((text) => `<li>${escapeXml(text)}</li>`).join('')}</ul>`
}
