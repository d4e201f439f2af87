import { RunningText } from '../../ui/running-text.tsx'
import { Day } from '../day.tsx'
import type { LiveSite, ViewOf } from '../view.ts'

/** Shows the facts about a position on one line and emphasizes the salary. */
export function JobFacts({ card, job, site }: Pick<ViewOf<'job'>, 'card' | 'job'> & { site: LiveSite }) {
  const { labels } = site
  return (
    <ul className="jf">
      <li>{card.department}</li>
      <li>{card.location}</li>
      <li>{card.type}</li>
      {card.salary && (
        <li className="num nb">
          <span className="label">{labels.salary}</span> <b>{card.salary}</b>
        </li>
      )}
      <li>
        <span className="label">{labels.posted}</span> <Day day={job.posted} />
      </li>
      {job.closes && (
        <li>
          <span className="label">{labels.closes}</span> <Day day={job.closes} />
        </li>
      )}
    </ul>
  )
}

const LISTS = ['responsibilities', 'requirements', 'benefits'] as const

interface JobListsProps {
  job: ViewOf<'job'>['job']
  site: LiveSite
  level?: 'h2' | 'h3'
}

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
