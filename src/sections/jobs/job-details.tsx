import { JobFacts } from '../job/job-facts.tsx'
import { JobList } from '../job/job-list.tsx'
import type { LiveSite } from '../live-site.ts'
import { ProseBody } from '../prose/prose-body.tsx'
import type { ViewOf } from '../view.ts'

/** All that the page of a position says, for the dialog. */
export function JobDetails({ position, site }: { position: ViewOf<'job'>; site: LiveSite }) {
  const { card, job, body } = position
  const { labels } = site
  return (
    <>
      <JobFacts card={card} job={job} site={site} />
      <p className="lead">{card.summary}</p>
      <ProseBody html={body} />
      <JobList heading={labels.responsibilities} items={job.responsibilities} level="h3" />
      <JobList heading={labels.requirements} items={job.requirements} level="h3" />
      <JobList heading={labels.benefits} items={job.benefits} level="h3" />
    </>
  )
}
