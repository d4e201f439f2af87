import { Actions } from '../../ui/actions.tsx'
import type { SectionProps } from '../section-props.ts'

/** A shelf with a gap where the page should stand. */
export default function NotFound({ view }: SectionProps<'not-found'>) {
  return (
    <section className="not-found">
      <div className="wrap stack24">
        <h1 tabIndex={-1}>{view.heading}</h1>
        {view.text && <p className="lead">{view.text}</p>}
        <Actions actions={[view.action]} />
      </div>
      <div className="not-found-shelf wrap" aria-hidden="true">
        <i />
        <i />
        <i />
        <i className="not-found-gap" />
        <i />
        <i />
      </div>
    </section>
  )
}
