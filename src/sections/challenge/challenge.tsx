import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'
import { AccountSide } from './account-side.tsx'

/** Challenge and solution as the two sides of a T-account. The result of the second side is the line to look at. */
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
