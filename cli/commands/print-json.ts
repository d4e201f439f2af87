/** Prints the result of a command as JSON. Fields may be added; a changed meaning raises the version. */
export function printJson(result: object, indent?: number): void {
  process.stdout.write(`${JSON.stringify({ version: 1, ...result }, null, indent)}\n`)
}
