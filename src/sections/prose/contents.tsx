import type { Heading } from '../../entries/entry.ts'

/** Table of contents: visible on wide screens, collapsed on small ones. CSS displays one of the two lists. */
export function Contents({ headings, label }: { headings: Heading[]; label: string }) {
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
