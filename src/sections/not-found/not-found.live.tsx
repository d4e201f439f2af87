import { useEffect } from 'react'
import { Actions } from '../../ui/action-link.tsx'
import { Shelf } from '../../ui/shelf.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the 404 page. Logs the path to the console, to help maintainers find the dead link. */
export default function NotFound({ view }: SectionProps<'not-found'>) {
  useEffect(() => console.error(`404: no page at ${window.location.pathname}`), [])
  // Separates "Oops!" from the sentence after it, so that the line breaks between them.
  const [exclamation, rest] = view.heading.split(/(?<=!) (.*)/)
  return (
    <section className="not-found">
      <div className="wrap stack24">
        <h1 tabIndex={-1}>
          {exclamation} <span>{rest}</span>
        </h1>
        {view.text && <p className="lead">{view.text}</p>}
        <Actions actions={[view.action]} />
      </div>
      {/* Shifts the shelf, so that its gap is visible on phones. */}
      {view.look === 'shelf' && <Shelf id="shelf-not-found" from={560} />}
    </section>
  )
}
