import type { SectionLoader } from './section-props.ts'
import type { LiveType } from './view.ts'

/** Sections that the browser hydrates: the only ones whose code is shipped. */
export const live: { [T in LiveType]: SectionLoader<T> } = {
  booking: () => import('./booking/booking.tsx'),
  dialog: () => import('./dialog/dialog.tsx'),
  form: () => import('./form/form.tsx'),
  job: () => import('./job/job.tsx'),
  'job-dialog': () => import('./jobs/job-dialog.tsx'),
  'not-found': () => import('./not-found/not-found.tsx'),
}
