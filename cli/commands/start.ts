import { build } from './build.ts'
import { checkPort, type PreviewOptions, preview } from './preview.ts'

/** `site start`: builds the site, then serves it with the relay. Checks whether the port is free before it builds. */
export async function start(options: PreviewOptions): Promise<void> {
  await checkPort(options)
  await build({ ...options, json: false, quiet: options.quiet || options.json })
  await preview(options)
}
