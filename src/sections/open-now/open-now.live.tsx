import { useEffect } from 'react'
import type { SectionProps } from '../view.ts'
import { findOpening } from './find-opening.ts'

const MINUTE = 60_000

/** Writes into each `data-times` of the hours section whether the place is open, because the HTML is built earlier. */
export default function OpenNow({ site: { labels } }: SectionProps<'open-now'>) {
  // Runs after each render, because client-side navigation replaces the places.
  useEffect(() => {
    const update = () => {
      for (const place of document.querySelectorAll<HTMLElement>('[data-times]')) {
        const { isOpen, time = '' } = findOpening(JSON.parse(place.dataset.times ?? ''), new Date())
        const label = isOpen ? labels.openUntil : time ? labels.opensAt : labels.closedNow
        place.textContent = label.replace('{time}', time)
        place.classList.toggle('hours-open', isOpen)
      }
    }
    update()
    const timer = setInterval(update, MINUTE)
    return () => clearInterval(timer)
  })
  return null
}
