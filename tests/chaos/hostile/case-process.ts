import { fork } from 'node:child_process'
import { createHostileCase, type HostileCase } from './cases.ts'

/**
 * Starts a process that creates cases. Creating one can take two seconds, which would delay the times at which this
 * process notices responses.
 */
export function startCaseProcess(seed: number) {
  const child = fork(import.meta.filename, [String(seed)], { serialization: 'advanced' })
  const pending: ((hostile: HostileCase) => void)[] = []
  // The process creates the cases in the order of the requests.
  child.on('message', (hostile: HostileCase) => pending.shift()?.(hostile))
  child.on('exit', (code, signal) => {
    if (pending.length > 0) throw new Error(`the process that creates cases exited with ${code ?? signal}`)
  })
  return {
    create: (number: number) =>
      new Promise<HostileCase>((resolve) => {
        pending.push(resolve)
        child.send(number)
      }),
    /** The process exits as soon as nothing can send it messages. */
    stop: () => child.disconnect(),
  }
}

// True only in the started process.
if (process.argv[1] === import.meta.filename)
  process.on('message', (number: number) => process.send?.(createHostileCase(Number(process.argv[2]), number)))
