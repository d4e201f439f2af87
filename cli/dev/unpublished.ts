import type { ScheduledEntry } from '../content/schedule.ts'
import type { Snapshot } from './snapshot.ts'

const labelStyle = 'font: 600 13px/1.5 system-ui, sans-serif; color: MarkText; background: Mark;'

/** Returns styles that label unpublished pages and links to them. Does not change the DOM, which React manages. */
export function renderUnpublishedStyles(snapshot: Snapshot, schedule: readonly ScheduledEntry[]): string {
  const labels = new Map(schedule.map((entry) => [entry.file, labelFor(entry)]))
  const rules = snapshot.paths.flatMap((path) => {
    const label = labels.get(snapshot.home(path) ?? '')
    if (label === undefined) return []
    const address = JSON.stringify(path)
    return [
      `main a[href=${address}]::before { all: initial; content: "${label}"; ${labelStyle} margin-inline-end: 8px; padding: 1px 6px }`,
      `html:has(link[rel=canonical][href$=${address}]) body::after { content: "${label}"; ${labelStyle} position: fixed; inset: auto 0 12px; inline-size: fit-content; margin-inline: auto; z-index: 99; padding: 6px 12px }`,
    ]
  })
  return rules.join('\n')
}

function labelFor({ state, next }: ScheduledEntry): string | undefined {
  if (state === 'draft') return 'Draft'
  if (state === 'scheduled') return `From ${next?.day}`
  return state === 'expired' ? 'No longer on the site' : undefined
}
