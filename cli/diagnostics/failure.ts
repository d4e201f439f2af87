/** An error that the user can fix. It ends the command with its exit code and without a stack trace. */
export class Failure extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Exit codes of the command. */
export const exitCodes = { problems: 1, usage: 2, cannotRun: 3, bug: 70, interrupted: 130 } as const
