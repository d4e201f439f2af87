export type Programs = Record<string, () => Promise<{ run(options: string[]): Promise<void> }>>

/**
 * Runs the programs named on the command line (by default, all programs) one after another: `[name ...] [option ...]`.
 * Passes all options to every program.
 * @throws Error if a name is unknown
 */
export async function runPrograms(programs: Programs): Promise<void> {
  const args = process.argv.slice(2)
  const first = args.findIndex((text) => text.startsWith('-'))
  const [names, options] = first < 0 ? [args, []] : [args.slice(0, first), args.slice(first)]
  const unknown = names.find((name) => !programs[name])
  if (unknown) throw new Error(`Unknown name "${unknown}". Known names: ${Object.keys(programs).join(', ')}.`)
  for (const [name, load] of Object.entries(programs)) {
    if (names.length > 0 && !names.includes(name)) continue
    process.stdout.write(`\n# ${name}\n`)
    await (await load()).run(options)
  }
}
