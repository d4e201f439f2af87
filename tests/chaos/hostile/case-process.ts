import { fork } from 'node:child_process'
import { createHostileCase, type HostileCase } from './cases.ts'

/**
 * Starts a process that creates cases. Creating a case can take two seconds. Meanwhile, this process would notice
 * no responses, and the measured response times would be too long.
 */
export function startCaseProcess(seed: number) {
  const child = fork(import.meta.filename, [String(seed)], { serialization: 'advanced' })
  const pending: ((hostile: HostileCase) => void)[] = []
  // Cases arrive in the order in which they were requested.
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
    /** Closes the channel to the process, which then exits. */
    stop: () => child.disconnect(),
  }
}

// This condition holds only in the process that `startCaseProcess` starts.
if (process.argv[1] === import.meta.filename)
  process.on('message', (number: number) => process.send?.(createHostileCase(Number(process.argv[2]), number)))
