/** A short message at the edge of the screen. Screen readers announce error messages immediately. */
export interface Notice {
  title?: string | undefined
  text: string
  tone: 'ok' | 'error'
}

/** Shows a notice. src/ui/notices.tsx handles the event. */
export function notify(notice: Notice): void {
  document.dispatchEvent(new CustomEvent('notice', { detail: notice }))
}
