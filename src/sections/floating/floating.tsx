import { ActionLink } from '../../ui/action-link.tsx'
import type { SectionProps } from '../view.ts'

/** Shows a button that stays in view and never overlaps the help widget. */
export default function Floating({ view }: SectionProps<'floating'>) {
  return (
    <div className="floating">
      <ActionLink action={view.action} look="tag" />
    </div>
  )
}
