import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Characters of a salary that fit on one line beside the button. */
const SHORT_SALARY = 12

/** Shows open positions as ledger lines. With JavaScript, `data-job` opens the position's page in a dialog. */
export default function Jobs({ view, site }: SectionProps<'jobs'>) {
  return (
    <Section name="jobs" id={view.id}>
      <SectionHead heading={view.heading} text={view.text} />
      {view.items.length === 0 && <p className="lead kept-free">{view.empty}</p>}
      {view.items.length > 0 && (
        <ul className="rows jb">
          {view.items.map((job) => (
            <li key={job.path}>
              <h3>{job.title}</h3>
              <p className="jb-f meta">
                <b>{job.department}</b> <span>{job.location}</span> <span>{job.type}</span>
              </p>
              <p className="jb-s muted">{job.summary}</p>
              {job.salary && (
                <b className={job.salary.length > SHORT_SALARY ? 'jb-pay jb-long num' : 'jb-pay num'}>{job.salary}</b>
              )}{' '}
              <a className="btn btn-s arrow" href={job.path} data-job={job.path}>
                {site.labels.applyNow}
                <span className="visually-hidden"> {job.title}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
