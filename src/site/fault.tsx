import type { LiveSite } from '../sections/view.ts'
import { Shelf } from '../ui/shelf.tsx'

/** In place of a page that failed to render: what to do now. */
export function Fault({ site }: { site: LiveSite }) {
  const { error, email } = site
  return (
    <section className="fault" role="alert">
      <div className="wrap stack24">
        <h1 tabIndex={-1}>{error.heading}</h1>
        <p className="lead">{error.text}</p>
        <p className="acts">
          <button className="btn btn-tag" type="button" onClick={() => window.location.reload()}>
            {error.reload}
          </button>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </div>
      <Shelf id="shelf-fault" />
    </section>
  )
}
