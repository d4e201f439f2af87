import { RunningText } from '../../ui/running-text.tsx'
import type { ViewOf } from '../view.ts'

/** What happens next, and when; stays in sight while the form is filled in. */
export function NextSteps({ heading, steps }: NonNullable<ViewOf<'form'>['aside']>) {
  return (
    <aside className="c4 from9 form-next" aria-label={heading}>
      <div className="form-next-in">
        <h2 className="h-s">{heading}</h2>
        <ol className="rows">
          {steps.map(({ when, what }) => (
            <li key={when}>
              <b className="num">
                <RunningText text={when} />
              </b>
              <span className="muted">
                <RunningText text={what} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  )
}
