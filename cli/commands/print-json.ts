/** Prints a command's result as JSON. New fields do not change the version; a new meaning of a field increments it. */
export function printJson(result: object, indent?: number): void {
  process.stdout.write(`${JSON.stringify({ version: 1, ...result }, null, indent)}\n`)
}
