/** Maximum number of addresses to list; the rest are only counted. */
const SHOWN = 8

interface PagesProps {
  addresses: readonly string[]
  /** The pages among them that do not exist yet. */
  added?: readonly string[]
}

/** Lists the pages that a change affects. */
export function Pages({ addresses, added = [] }: PagesProps) {
  const rest = addresses.length - SHOWN
  return (
    <p className="about">
      {addresses.length === 0 && 'No pages affected.'}
      {addresses.slice(0, SHOWN).map((address, index) => (
        <span key={address}>
          {index === 0 ? 'Affects ' : ', '}
          {added.includes(address) ? `${address} (new)` : <a href={address}>{address}</a>}
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </p>
  )
}

export function Diff({ text }: { text: string }) {
  return (
    <pre className="diff">
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
        <span key={index} className={line.startsWith('+') ? 'in' : line.startsWith('-') ? 'out' : undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
