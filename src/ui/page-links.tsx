import { formatPageLabel, getNumberedPagePath, type Pagination } from '../schema/pagination.ts'

interface PageLinksProps {
  pagination: Pagination
  labels: Record<'pages' | 'page' | 'newer' | 'older', string>
}

/** Shows links below a paginated list: to the previous and next pages, and a list of page numbers. */
export function PageLinks({ pagination: { page, of, first, words }, labels }: PageLinksProps) {
  return (
    <nav className="pl" aria-label={labels.pages}>
      {page > 1 && (
        <a className="more arrow-back pl-newer" rel="prev" href={getNumberedPagePath(first, page - 1)}>
          {labels.newer}
        </a>
      )}
      <p className="pl-words">{words}</p>
      {page < of && (
        <a className="more arrow pl-older" rel="next" href={getNumberedPagePath(first, page + 1)}>
          {labels.older}
        </a>
      )}
      <ol className="pl-pages">
        {listPageNumbers(page, of).map((n, index) => (
          <li key={n ?? -index}>
            {n ? (
              <a
                href={getNumberedPagePath(first, n)}
                aria-label={formatPageLabel(labels.page, n, of)}
                aria-current={n === page ? 'page' : undefined}
              >
                {n}
              </a>
            ) : (
              <span aria-hidden="true">…</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Returns the first, last and nearby page numbers. An undefined item stands for two or more omitted pages. */
function listPageNumbers(page: number, of: number): (number | undefined)[] {
  const isNear = (n: number) => n === 1 || n === of || Math.abs(n - page) < 2
  return Array.from({ length: of }, (_, index) => index + 1).flatMap((n) => {
    if (isNear(n) || (isNear(n - 1) && isNear(n + 1))) return n
    return isNear(n - 1) ? [undefined] : []
  })
}
