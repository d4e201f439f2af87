import { readFileSync } from 'node:fs'

/** Milliseconds between checks, because a process is not notified when its parent ends. */
const INTERVAL = 1000

/**
 * Resolves when the npx that started this process has ended. Never resolves if npx did not start it, so that it may
 * outlive a shell or a script. npx forwards signals only to its shell, which ends without this process.
 */
export function waitForEndOfNpx(): Promise<void> {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env
  return new Promise((resolve) => {
    if (event !== 'npx' || !/^'?site'?$/.test(script)) return
    const initial = readParents()
    setInterval(() => readParents() !== initial && resolve(), INTERVAL).unref()
  })
}

/** Returns the id of the parent and, on Linux, of the npx that started it if the parent is a shell. */
function readParents(): string {
  try {
    // The fields are the id, the name in parentheses, the state and the parent's id (proc(5)).
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'latin1')
    const npx = stat.includes('sh)') ? stat.slice(stat.lastIndexOf(')')).split(' ')[2] : ''
    return `${process.ppid} ${npx}`
  } catch {
    return `${process.ppid}`
  }
}
