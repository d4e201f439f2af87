import type { ContrastSide } from '../../schema/blocks.ts'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the challenge and the solution as two sides of a T-account. Highlights the solution's total. */
export default function Challenge({ view }: SectionProps<'challenge'>) {
  return (
    <Section name="challenge">
      <h2>{view.heading}</h2>
      <div className="acct">
        <AccountSide side={view.challenge} />
        <AccountSide side={view.solution} mark />
      </div>
    </Section>
  )
}

function AccountSide({ side, mark }: { side: ContrastSide; mark?: boolean }) {
  return (
    <section>
      <h3>
        {side.title} {side.note && <span>{side.note}</span>}
      </h3>
      <ul>
        {side.items.map((item) => (
          <li key={item.title}>
            <p>
              <b>{item.title}</b> <span className="muted">{item.description}</span>
            </p>
            {item.amount && <em className="num">{item.amount}</em>}
          </li>
        ))}
      </ul>
      {side.total && (
        <p className="acct-sum">
          <b>{side.total.label}</b>{' '}
          <em className="num">{mark ? <mark>{side.total.amount}</mark> : side.total.amount}</em>
        </p>
      )}
    </section>
  )
}
