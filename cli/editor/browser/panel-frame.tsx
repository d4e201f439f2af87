import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { useRestoreFocus } from './focus.ts'

interface PanelFrameProps {
  title: string
  children: ReactNode
  /** Called for every key, before Escape closes the panel. */
  onKey?(event: KeyboardEvent): void
  onClose(): void
}

/** A panel's frame, displayed beside the page or, on phones, over its lower half. */
export function PanelFrame({ title, children, onKey, onClose }: PanelFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useRestoreFocus()
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      className="panel"
      aria-labelledby="panel-title"
      onKeyDown={(event) => {
        onKey?.(event)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <h2 id="panel-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button label="×" onClick={onClose} aria-label="Close" />
      </header>
      <div className="panel-body">{children}</div>
    </section>
  )
}
