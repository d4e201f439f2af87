/**
 * The script of pages on sites that list services in `measurement`. When the page has been painted, it starts the
 * services, those that ask only if the visitor accepts.
 */

import { askForConsent } from './consent.ts'
import type { MeasurementEntry } from './measurement.ts'
import type { Tracker } from './provider.ts'

type Start = (entry: MeasurementEntry) => Tracker
const starts = import.meta.glob<Start>('./providers/*.ts', { eager: true, import: 'start' })
const settings = document.querySelector('script[data-measurement]')?.textContent
const entries: MeasurementEntry[] = settings ? JSON.parse(settings) : []
const trackers: Tracker[] = []

const start = (ask: boolean) =>
  trackers.push(
    ...entries
      .filter((entry) => entry.ask === ask)
      .flatMap((entry) => starts[`./providers/${entry.provider}.ts`]?.(entry) ?? []),
  )

new PerformanceObserver((_paints, observer) => {
  observer.disconnect()
  start(false)
  askForConsent(() => start(true))
}).observe({ type: 'paint', buffered: true })

// LiveForm (src/forms) resets a form once the relay has accepted it, and at no other time.
document.addEventListener('reset', ({ target }) => {
  const { form = '' } = (target as HTMLFormElement).dataset
  for (const { send } of trackers) send('submission', { form })
})

// Client-side navigation (src/client) sets the title when it shows a page.
let shown = window.location.href
new MutationObserver(() => {
  const previous = shown
  shown = window.location.href
  if (shown !== previous) for (const { view } of trackers) view?.(previous)
}).observe(document.querySelector('title') as Node, { childList: true })
