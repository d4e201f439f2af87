/** An error that the user can fix. The command exits with its exit code and prints no stack trace. */
export class Failure extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export const exitCodes = { problems: 1, usage: 2, cannotRun: 3, bug: 70, interrupted: 130 } as const
