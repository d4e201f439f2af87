import { type ReactNode, useEffect, useRef } from 'react'

interface PanelFrameProps {
  title: string
  children: ReactNode
  onClose(): void
}

/** Beside the page; on a phone, over its lower half. */
export function PanelFrame({ title, children, onClose }: PanelFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // The page makes room, where there is enough of it.
    const { style } = document.documentElement
    style.setProperty('padding-inline-end', 'max(0px, min(400px, (100vw - 1100px) * 9999))')
    return () => void style.removeProperty('padding-inline-end')
  }, [])
  return (
    <section
      className="panel"
      aria-labelledby="panel-title"
      onKeyDown={(event) => {
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
        <button type="button" onClick={onClose} aria-label="Close">
          ×
        </button>
      </header>
      <div className="panel-body">{children}</div>
    </section>
  )
}
