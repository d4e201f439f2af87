import { Writable } from 'node:stream'
import { createLogger } from '../../relay/monitoring/log.ts'

/** Creates a log whose output can be read by tests. */
export function createCapturedLog(level?: string) {
  let text = ''
  const log = createLogger(
    new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    }),
    level,
  )
  return { log, logged: () => text }
}
