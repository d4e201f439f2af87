import { RunningText } from '../../ui/running-text.tsx'

interface JobListProps {
  heading: string
  items: string[]
  level?: 'h2' | 'h3'
}

/** One of the lists of a position: what you do, what you bring, what you get. */
export function JobList({ heading, items, level: Heading = 'h2' }: JobListProps) {
  return (
    <section>
      <Heading>{heading}</Heading>
      <ul className="rows">
        {items.map((item) => (
          <li key={item}>
            <RunningText text={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
