import { ActionLink } from '../../ui/action-link.tsx'
import type { SectionProps } from '../view.ts'

/** Shows a button that stays in view, beside the help widget and never over it. */
export default function Floating({ view }: SectionProps<'floating'>) {
  return (
    <div className="floating">
      <ActionLink action={view.action} look="tag" />
    </div>
  )
}
