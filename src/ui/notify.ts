/** A short message at the edge of the screen. Error messages are announced at once. */
export interface Notice {
  title?: string | undefined
  text: string
  tone: 'ok' | 'error'
}

/** Shows a notice; src/ui/notices.tsx handles the event. */
export function notify(notice: Notice): void {
  document.dispatchEvent(new CustomEvent('notice', { detail: notice }))
}
