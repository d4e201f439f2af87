import { useEffect, useRef } from 'react'
import type { Provider } from './load-provider.ts'

interface CalendarProps {
  provider: Provider
  url: string
  onFailure: () => void
}

/** The element the provider puts its calendar in. It goes with all that is in it. */
export function Calendar({ provider, url, onFailure }: CalendarProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    if (!current) return
    try {
      provider.initInlineWidget({ url, parentElement: current })
    } catch (error) {
      console.error(error)
      onFailure()
    }
  }, [provider, url, onFailure])
  return <div className="modal-calendar" ref={place} />
}
