import type { Contract } from '../forms/contract.ts'
import type { ClientPage, LiveType, SiteView } from './view.ts'

type Label = keyof SiteView['labels']

const ofForms = ['optional', 'problems'] as const
const ofJobs = ['responsibilities', 'requirements', 'benefits', 'salary', 'posted', 'closes'] as const

/** The labels that each live section has in the browser, beside those of every page. */
const labels = {
  form: ofForms,
  dialog: ofForms,
  booking: ['bookingFallback', 'bookingLink'],
  job: [...ofForms, ...ofJobs, 'breadcrumb', 'applyNow', 'applyForPosition'],
  'job-dialog': [...ofForms, ...ofJobs, 'applyForPosition', 'backToDetails'],
  'not-found': [],
} as const satisfies Record<LiveType, readonly Label[]>
const ofEveryPage = ['close', 'loading', 'notifications'] as const

type LiveLabel = (typeof labels)[LiveType][number] | (typeof ofEveryPage)[number]

/**
 * What a page's live sections need of the site. It comes with the page, so that hydration asks for nothing; header and
 * footer are HTML and need none.
 */
export type LiveSite = Pick<SiteView, 'name' | 'email' | 'relay' | 'error' | 'scheduling' | 'dialogs'> & {
  labels: Pick<SiteView['labels'], LiveLabel>
}

/** What is not needed by these sections is left out, dialogs and the booking provider of other pages too. */
export function pickLiveSite(site: SiteView, sections: ClientPage['sections']): LiveSite {
  const names = new Set<Label>(ofEveryPage)
  const dialogs: Partial<SiteView['dialogs']> = {}
  for (const section of sections) {
    if (section.type === 'html') continue
    for (const label of labels[section.type]) names.add(label)
    if (section.type !== 'dialog' && section.type !== 'booking') continue
    const { form, ...words } = site.dialogs[section.name]
    dialogs[section.name] = { ...words, form: form && withoutThanks(form) }
  }
  const { name, email, relay, error, scheduling } = site
  const picked = {
    name,
    email,
    relay,
    error,
    dialogs,
    ...(sections.some(({ type }) => type === 'booking') && { scheduling }),
    labels: Object.fromEntries([...names].map((label) => [label, site.labels[label]])),
  }
  return picked as LiveSite
}

/** The page that thanks is the relay's, for a form that is sent without scripting. */
function withoutThanks({ thanks: _thanks, ...form }: Contract): Contract {
  return form as Contract
}
