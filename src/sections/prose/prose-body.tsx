import type { Heading } from '../../entries/entry.ts'

/**
 * Shows HTML that `cli/content/markdown` has rendered and sanitized. The page data for hydration omits the HTML,
 * because the document already contains it (`data-html`, see src/client/read-page.ts). Hydration must not replace that
 * HTML.
 */
export function ProseBody({ html, className = '' }: { html: string; className?: string }) {
  return (
    <div
      className={`prose ${className}`}
      data-html=""
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/**
 * Shows the table of contents, which is visible on wide screens and collapsed on small ones. The list is rendered once
 * for each of these layouts, and CSS displays only one.
 */
export function TableOfContents({ headings, label }: { headings: Heading[]; label: string }) {
  const list = (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <nav className="c3 toc" aria-label={label}>
      <details>
        <summary className="toc-h">{label}</summary>
        {list}
      </details>
      <div className="toc-wide">
        <p className="toc-h">{label}</p>
        {list}
      </div>
    </nav>
  )
}
