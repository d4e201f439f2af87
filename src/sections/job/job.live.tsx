import { LiveForm } from '../../forms/live-form.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Section } from '../../ui/section.tsx'
import { PersonPortrait } from '../people/person.tsx'
import { ProseBody } from '../prose/prose-body.tsx'
import type { SectionProps } from '../view.ts'
import { JobFacts, JobLists } from './job-details.tsx'

export default function Job({ view, site }: SectionProps<'job'>) {
  const { card, job, people, form } = view
  const { labels } = site
  return (
    <Section name="job" pad="s">
      <Breadcrumb back={view.back} current={card.department} label={labels.breadcrumb} />
      <h1>{card.title}</h1>
      <JobFacts card={card} job={job} site={site} />
      <div className="grid">
        <div className="c4 job-side stack24">
          <p className="lead">{card.summary}</p>
          {/* This button is not yellow, because on wide screens it stays beside the yellow submit button. */}
          <a className="btn arrow" href="#apply">
            {labels.applyNow}
          </a>
          {people.length > 0 && (
            <section className="job-people">
              <h2>{labels.colleagues}</h2>
              <ul>
                {people.map((person) => (
                  <li key={person.name}>
                    <PersonPortrait person={person} width={72} />
                    <p>
                      <b>{person.name}</b> <span className="meta">{person.role}</span>
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className="c8 job-main">
          <ProseBody html={view.body} />
          <JobLists job={job} site={site} />
          <div className="stack16" id="apply">
            <h2>{labels.applyForPosition}</h2>
            <LiveForm contract={form} given={view.given} relay={site.relay} labels={labels} />
          </div>
        </div>
      </div>
    </Section>
  )
}
