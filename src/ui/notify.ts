/** A short message at the edge of the screen. Error messages are announced at once. */
export interface Notice {
  id: number
  title?: string | undefined
  text: string
  tone: 'ok' | 'error'
}

let notices: readonly Notice[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

export function notify(notice: Omit<Notice, 'id'>): void {
  count += 1
  set([...notices, { ...notice, id: count }])
}

export function dismissNotice(id: number): void {
  set(notices.filter((notice) => notice.id !== id))
}

/** For `useSyncExternalStore`. */
export const noticeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => notices,
}
