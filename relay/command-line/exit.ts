import { ConfigFault } from '../configuration/environment.ts'

/** Exit codes of the command; 70 and 78 as in sysexits.h. */
export const exit = { good: 0, problems: 1, usage: 2, cannotRun: 3, bug: 70, configuration: 78 } as const

/** What an error means to the person at the terminal. A plain Error speaks to them; anything stranger is our fault. */
export function exitCodeOf(error: unknown): { exitCode: number; message: string } {
  if (error instanceof ConfigFault) return { exitCode: exit.configuration, message: error.message }
  if (error instanceof Error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    const known = !(error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    if (known)
      return { exitCode: exit.cannotRun, message: code && syscall ? `${error.message} (${code})` : error.message }
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { exitCode: exit.bug, message: `This is a fault of the relay.\n${text}` }
}
