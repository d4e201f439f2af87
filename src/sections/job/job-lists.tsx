import { RunningText } from '../../ui/running-text.tsx'
import type { LiveSite, ViewOf } from '../view.ts'

const LISTS = ['responsibilities', 'requirements', 'benefits'] as const

interface JobListsProps {
  job: ViewOf<'job'>['job']
  site: LiveSite
  level?: 'h2' | 'h3'
}

/** Shows the responsibilities, requirements and benefits of a position. */
export function JobLists({ job, site, level: Heading = 'h2' }: JobListsProps) {
  return LISTS.map((name) => (
    <section key={name}>
      <Heading>{site.labels[name]}</Heading>
      <ul className="rows">
        {job[name].map((item) => (
          <li key={item}>
            <RunningText text={item} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
