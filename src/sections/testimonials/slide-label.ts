import type { Labels } from '../../collections/labels.ts'

/** `slide n of m`, in the site's words; `place` counts from 0. */
export function slideLabel(labels: Labels, place: number, count: number): string {
  return labels.slide.replace('{n}', String(place + 1)).replace('{m}', String(count))
}
