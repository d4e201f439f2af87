import type { Side } from '../../schema/blocks.ts'

/** One side of the account: its postings and, where amounts are given, their total. */
export function AccountSide({ side, mark }: { side: Side; mark?: boolean }) {
  return (
    <section>
      <h3>
        {side.title} {side.note && <span>{side.note}</span>}
      </h3>
      <ul>
        {side.items.map((item) => (
          <li key={item.title}>
            <p>
              <b>{item.title}</b>
              <span className="muted">{item.description}</span>
            </p>
            {item.amount && <em className="num">{item.amount}</em>}
          </li>
        ))}
      </ul>
      {side.total && (
        <p className="acct-sum">
          <b>{side.total.label}</b>
          <em className="num">{mark ? <mark>{side.total.amount}</mark> : side.total.amount}</em>
        </p>
      )}
    </section>
  )
}
