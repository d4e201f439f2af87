import { createInterface } from 'node:readline/promises'
import { exit, Failure } from './failure.ts'

/** Asks whoever sits at the terminal, until it is closed. */
export function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const left = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new Failure('\nNothing was written.', exit.interrupted))),
  )
  // It may be closed while nothing is asked.
  left.catch(() => {})
  return {
    /** The answer. @throws Failure with exit code 130 when the terminal is left, with Ctrl+C or Ctrl+D */
    ask: async (question: string) => (await Promise.race([terminal.question(question), left])).trim(),
    close: () => terminal.close(),
  }
}
