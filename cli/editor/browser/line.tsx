import type { KeyboardEvent } from 'react'

import { siteLanguage } from './label.ts'

interface LineProps {
  id: string
  value: string
  type: string
  inputMode: 'decimal' | undefined
  isLong: boolean
  onType(text: string): void
  onEnd(): void
  onLeave(): void
}

/** A text that is saved with Enter or by going on, and left as it was with Esc. */
export function Line({ isLong, onType, onEnd, onLeave, type, ...rest }: LineProps) {
  const keys = {
    ...siteLanguage(),
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    // What is still to be siteLanguage is siteLanguage over.
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      if (/^TODO\b/.test(target.value)) target.select()
    },
    onBlur: onEnd,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        onLeave()
      }
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      onEnd()
    },
  }
  return isLong ? <textarea rows={3} {...rest} {...keys} /> : <input {...rest} type={type} {...keys} />
}
