import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CloseIcon } from './line-icon.tsx'
import type { Notice } from './notify.ts'
import { RunningText } from './running-text.tsx'

/** How long a notice is shown, in milliseconds. */
const DISPLAY_TIME = 5000

/** Tones of notices. Each has its own live region: errors interrupt screen readers, while other notices wait. */
const TONES = ['ok', 'error'] as const

interface ShownNotice extends Notice {
  id: number
}

/**
 * Shows notices in a region that Alt+T focuses. While the region is hovered or focused, notices do not disappear. It is
 * at the end of the document or, while a dialog makes the rest of the page inert, below the dialog's heading.
 */
export function Notices({ label, closeLabel }: { label: string; closeLabel: string }) {
  const [notices, setNotices] = useState<readonly ShownNotice[]>([])
  const count = useRef(0)
  const region = useRef<HTMLElement>(null)
  const previousFocus = useRef<Element>(null)
  const [paused, setPaused] = useState(false)
  const [host, setHost] = useState<Element>()
  useEffect(() => {
    const dialog = () => (notices.length > 0 ? document.querySelector('dialog[open] .modal-head') : null)
    const settle = () => setHost(dialog() ?? document.body)
    settle()
    document.addEventListener('close', settle, true)
    return () => document.removeEventListener('close', settle, true)
  }, [notices])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // AltGr+T types a letter in many layouts. Windows reports AltGr as Ctrl+Alt.
      if (event.altKey && !event.ctrlKey && !event.getModifierState('AltGraph') && event.code === 'KeyT') {
        event.preventDefault()
        region.current?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    const onNotice = (event: Event) => {
      count.current += 1
      const notice = { ...(event as CustomEvent<Notice>).detail, id: count.current }
      // A repeated message replaces the earlier one.
      setNotices((shown) => [
        ...shown.filter(({ title, text }) => title !== notice.title || text !== notice.text),
        notice,
      ])
    }
    document.addEventListener('notice', onNotice)
    return () => document.removeEventListener('notice', onNotice)
  }, [])
  const dismiss = useCallback((id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)), [])
  // Before the button is removed, focuses the region if other notices remain, otherwise the previous element.
  const close = (id: number) => {
    const next = notices.length > 1 ? region.current : previousFocus.current
    if (next instanceof HTMLElement) next.focus()
    dismiss(id)
  }
  const shown = (
    <section
      ref={region}
      className="notices"
      aria-label={label}
      tabIndex={-1}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setPaused(true)
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
      }}
      onBlur={() => setPaused(false)}
    >
      {TONES.map((tone) => (
        <div key={tone} role={tone === 'error' ? 'alert' : 'status'} aria-atomic={false}>
          {notices
            .filter((notice) => notice.tone === tone)
            .map((notice) => (
              <NoticeItem
                key={notice.id}
                notice={notice}
                paused={paused}
                closeLabel={closeLabel}
                onClose={close}
                onTimeout={dismiss}
              />
            ))}
        </div>
      ))}
    </section>
  )
  return host && createPortal(shown, host)
}

interface NoticeItemProps {
  notice: ShownNotice
  paused: boolean
  closeLabel: string
  onClose: (id: number) => void
  onTimeout: (id: number) => void
}

function NoticeItem({ notice, paused, closeLabel, onClose, onTimeout }: NoticeItemProps) {
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(() => onTimeout(notice.id), DISPLAY_TIME)
    return () => clearTimeout(timer)
  }, [paused, notice.id, onTimeout])
  return (
    <div className="notices-item" data-tone={notice.tone}>
      <div>
        {notice.title && <b>{notice.title}</b>}
        <p>
          <RunningText text={notice.text} />
        </p>
      </div>
      <button type="button" aria-label={closeLabel} onClick={() => onClose(notice.id)}>
        <CloseIcon />
      </button>
    </div>
  )
}
