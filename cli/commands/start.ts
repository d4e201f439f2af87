import { runBuildCommand } from './build.ts'
import { checkPort, type PreviewOptions, runPreviewCommand } from './preview.ts'

/** `site start`: builds the site, then serves it with the relay. Checks that the port is free before building. */
export async function runStartCommand(options: PreviewOptions): Promise<void> {
  await checkPort(options)
  await runBuildCommand({ ...options, json: false, quiet: options.quiet || options.json })
  await runPreviewCommand(options)
}
