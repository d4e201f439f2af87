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

/** Styles for the header of the studio, in which people see these pages. */
export const leadsStyle = `.wide{--w:60rem}h1{font-size:var(--t36)}
.top div{flex-wrap:wrap;max-width:calc(var(--w) + 2*var(--edge));margin-inline:auto;padding:var(--s8) var(--edge);border-block-end:1px solid var(--rule)}
.top :is(div,.acts){display:flex;align-items:center;gap:0 var(--s24)}
.top :is(a,button){display:inline-flex;align-items:center;min-height:44px;font-weight:600}
.account{margin-inline-start:auto;color:var(--muted)}
.account button{padding:var(--s8) var(--s16);border:1px solid;border-radius:var(--r2);background:none;color:var(--ink);font:600 1rem/1.25 var(--text);cursor:pointer}
@media(max-width:30rem){.top .logo{flex-basis:100%}.account span{display:none}}`

/** Layout of the pages for leads, with the header of the studio. */
export function LeadsLayout({ title, forms, viewer, children }: LeadsView & { title: string; children: ReactNode }) {
  const navigation = (
    <>
      <nav className="acts" aria-label="Studio">
        <a href="/@studio/">Changes</a>
        <a href={LEADS_PATH}>Leads</a>
        <a href="/">Site</a>
      </nav>
      <form className="acts account" method="post" action="/@studio/sign-out">
        <span>{viewer}</span>
        <button type="submit">Sign out</button>
      </form>
    </>
  )
  return (
    <PageLayout title={title} language="en" site={forms.site} home="/@studio/" navigation={navigation} wide>
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
