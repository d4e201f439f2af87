import { useEffect, useRef, useState } from 'react'
import type { SiteView } from '../sections/view.ts'
import { Icon } from '../ui/icon.tsx'
import { here } from './here.ts'

interface SolutionsMenuProps {
  link: { label: string; to: string; all: string }
  path: string
  solutions: SiteView['solutions']
}

type State = 'css' | 'closed' | 'hovered' | 'pressed'
const takeOver = (state: State): State => (state === 'css' ? 'closed' : state)

/** So long it stays after the pointer has left. */
const CLOSE_DELAY = 150

/**
 * Disclosure navigation. Until scripting takes over, and without it, CSS opens it on hover and focus. From the first
 * touch after hydration on (`data-live`) only `aria-expanded` decides, so that Esc and the close delay hold. What the
 * pointer has opened, a press keeps open and the next one closes: whoever points and presses does not close it unawares.
 */
export function SolutionsMenu({ link, path, solutions }: SolutionsMenuProps) {
  const item = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<State>('css')
  const open = state === 'hovered' || state === 'pressed'

  useEffect(() => {
    // Open by CSS so far: it stays open.
    if (item.current?.matches(':hover, :focus-within')) setState('hovered')
    // Before the key moves the focus here, and CSS opens it.
    const onKey = () => setState(takeOver)
    document.addEventListener('keydown', onKey, { once: true, capture: true })
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])

  useEffect(() => {
    if (!open) return undefined
    const gone = new AbortController()
    const { signal } = gone
    const outside = ({ target }: Event) => {
      if (!item.current?.contains(target as Node)) setState('closed')
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setState('closed')
      // Not out of a field elsewhere, where somebody writes while the pointer rests here.
      const { activeElement, body } = document
      if (activeElement === body || item.current?.contains(activeElement)) button.current?.focus()
    }
    document.addEventListener('pointerdown', outside, { signal })
    document.addEventListener('focusin', outside, { signal })
    document.addEventListener('keydown', onKey, { signal })
    return () => {
      gone.abort()
      clearTimeout(leaving.current)
    }
  }, [open])

  return (
    <li
      ref={item}
      className="top-sub"
      data-live={state === 'css' ? undefined : ''}
      onFocus={() => setState(takeOver)}
      onPointerEnter={({ pointerType }) => {
        clearTimeout(leaving.current)
        if (pointerType === 'touch') setState(takeOver)
        else if (!open) setState('hovered')
      }}
      onPointerLeave={({ pointerType, currentTarget }) => {
        if (pointerType === 'touch') return
        leaving.current = setTimeout(() => {
          // A keyboard at work in it outweighs a pointer that passes by.
          if (!currentTarget.querySelector(':focus-visible')) setState('closed')
        }, CLOSE_DELAY)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="solutions-menu"
        aria-current={path.startsWith(link.to) ? 'true' : undefined}
        onClick={() => setState(state === 'pressed' ? 'closed' : 'pressed')}
      >
        {link.label}
        <Icon name="down" />
      </button>
      <ul id="solutions-menu">
        {solutions.map((solution) => (
          <li key={solution.to}>
            <a href={solution.to} aria-current={here(path, solution.to)} onClick={() => setState('closed')}>
              <b>{solution.label}</b>
              <small>{solution.description}</small>
            </a>
          </li>
        ))}
        <li>
          <a href={link.to} aria-current={path === link.to ? 'page' : undefined} onClick={() => setState('closed')}>
            {link.all}
          </a>
        </li>
      </ul>
    </li>
  )
}
