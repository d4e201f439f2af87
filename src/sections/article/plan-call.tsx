import { ActionLink } from '../../ui/action-link.tsx'
import type { ViewOf } from '../view.ts'

/** The call under an article. */
export function PlanCall({ call, action }: Pick<ViewOf<'article'>, 'call' | 'action'>) {
  return (
    <div className="call ruled">
      <div className="stack8">
        <h2>{call.heading}</h2>
        <p className="muted">{call.text}</p>
      </div>
      <ActionLink action={action} look="tag" arrow />
    </div>
  )
}
