/**
 * The script of pages on sites that list services in `measurement`. When the page has been loaded and painted, it starts
 * the services, those that ask only if the visitor accepts.
 */

import { askForConsent } from './consent.ts'
import type { MeasurementEntry } from './measurement.ts'
import type { SendEvent } from './provider.ts'

type Start = (entry: MeasurementEntry) => SendEvent
const starts = import.meta.glob<Start>('./providers/*.ts', { eager: true, import: 'start' })
const settings = document.querySelector('script[data-measurement]')?.textContent
const entries: MeasurementEntry[] = settings ? JSON.parse(settings) : []
const started: (SendEvent | undefined)[] = []

function startServices(ask: boolean): void {
  for (const entry of entries) if (entry.ask === ask) started.push(starts[`./providers/${entry.provider}.ts`]?.(entry))
}

const whenLoaded = () =>
  new PerformanceObserver((_paints, observer) => {
    observer.disconnect()
    startServices(false)
    askForConsent(() => startServices(true))
  }).observe({ type: 'paint', buffered: true })
if (document.readyState === 'complete') whenLoaded()
else addEventListener('load', whenLoaded)

// LiveForm (src/forms) resets a form once the relay has accepted it, and at no other time.
document.addEventListener('reset', ({ target }) => {
  const { form = '' } = (target as HTMLFormElement).dataset
  for (const send of started) send?.('submission', { form })
})
