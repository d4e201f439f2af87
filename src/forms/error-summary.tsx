export interface ErrorSummaryProps {
  /** Messages by name on the wire, in the order of the fields. */
  problems: Record<string, string>
  idPrefix: string
  heading: string
}

/**
 * Everything that is wrong, with a link to each field. Always there, hidden while nothing is wrong,
 * so that a check in the browser only has to fill it.
 */
export function ErrorSummary({ problems, idPrefix, heading }: ErrorSummaryProps) {
  const entries = Object.entries(problems)
  return (
    <div className="sumerr" tabIndex={-1} hidden={entries.length === 0}>
      {entries.length > 0 && (
        <>
          <h2>{heading}</h2>
          <ul>
            {entries.map(([name, problem]) => (
              <li key={name}>
                <a href={`#${idPrefix}${name}`}>{problem}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
