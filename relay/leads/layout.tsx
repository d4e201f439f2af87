import type { ReactNode } from 'react'
import { PageLayout } from '../pages/page.tsx'
import type { SiteForms } from '../site-forms.ts'

/** Path of the pages for leads, in the studio and in the relay. */
export const LEADS_PATH = '/@studio/leads'

/** What all pages for leads need. */
export interface LeadsView {
  forms: SiteForms
  /** Email address of the person who is signed in to the studio. */
  viewer: string
}

/** Layout of the pages for leads. */
export function LeadsLayout({ title, forms, viewer, children }: LeadsView & { title: string; children: ReactNode }) {
  return (
    <PageLayout title={title} language="en" site={forms.site} home="/@studio/" wide>
      <nav className="acts">
        <a href="/@studio/">Changes</a>
        <a href={LEADS_PATH}>Leads</a>
        <a href={`${LEADS_PATH}/report`}>Report</a>
        <a href="/">Site</a>
        <span>{viewer}</span>
      </nav>
      <h1>{title}</h1>
      {children}
    </PageLayout>
  )
}

interface FilterFormProps {
  /** Current values by name. */
  values: Readonly<Record<string, string>>
  /** Labels of text fields by name. */
  texts?: Readonly<Record<string, string>>
  /** Label of each choice, and the labels of its options by value, by name. */
  choices: Readonly<Record<string, readonly [label: string, options: Readonly<Record<string, string>>]>>
  /** Shown below the button. */
  children?: ReactNode
}

/** A form whose values become the query of the page's address. */
export function FilterForm({ values, texts = {}, choices, children }: FilterFormProps) {
  return (
    <form>
      <div className="amount">
        {Object.entries(texts).map(([name, label]) => (
          <label key={name}>
            {label}
            <input className="control" name={name} defaultValue={values[name]} />
          </label>
        ))}
        {Object.entries(choices).map(([name, [label, options]]) => (
          <label key={name}>
            {label}
            <select className="control" name={name} defaultValue={values[name]}>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <button type="submit" className="btn">
        Show
      </button>
      {children}
    </form>
  )
}

/** Formats a time in the site's time zone. */
export function formatLeadTime(moment: string | number, { site: { language, timeZone = 'UTC' } }: SiteForms): string {
  return new Date(moment).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}
