import { createInterface } from 'node:readline/promises'
import { exitCodes, Failure } from './failure.ts'

/** Opens the terminal to ask questions. */
export function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new Failure('\nNothing was written.', exitCodes.interrupted))),
  )
  // Prevents an unhandled rejection if the terminal is closed while no question is pending.
  closed.catch(() => {})
  return {
    /** Returns the answer. @throws Failure with exit code 130 on Ctrl+C or Ctrl+D */
    ask: async (question: string) => (await Promise.race([terminal.question(question), closed])).trim(),
    close: () => terminal.close(),
  }
}
