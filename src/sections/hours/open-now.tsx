import { useEffect, useState } from 'react'
import type { LiveSite } from '../view.ts'
import { findOpening, type OpeningTimes } from './find-opening.ts'

const MINUTE = 60_000

/** Says whether a place is open, and until when. The HTML does not say it, because it is built earlier. */
export function OpenNow({ times, labels }: { times: OpeningTimes } & Pick<LiveSite, 'labels'>) {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    const update = () => setNow(new Date())
    update()
    const timer = setInterval(update, MINUTE)
    return () => clearInterval(timer)
  }, [])
  if (!now) return <p className="hours-now" />
  const { isOpen, time } = findOpening(times, now)
  const label = isOpen ? labels.openUntil : time ? labels.opensAt : labels.closedNow
  return <p className={isOpen ? 'hours-now hours-open' : 'hours-now'}>{label.replace('{time}', time ?? '')}</p>
}
