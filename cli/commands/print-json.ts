/** Prints a command's result as JSON. The version increases when a field's meaning changes, not when one is added. */
export function printJson(result: object, indent?: number): void {
  process.stdout.write(`${JSON.stringify({ version: 1, ...result }, null, indent)}\n`)
}
