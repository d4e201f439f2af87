import type { StudioSettings } from '../studio/settings.ts'
import { runBuildCommand } from './build.ts'
import { checkPort, type PreviewOptions, runPreviewCommand } from './preview.ts'

/**
 * `site start`: builds the site, then serves it with the relay, and the studio on a port of its own. Checks that the port
 * is free before building.
 */
export async function runStartCommand(options: PreviewOptions): Promise<void> {
  await checkPort(options)
  await runBuildCommand({ ...options, json: false, quiet: options.quiet || options.json })
  const startStudio = async (leads: StudioSettings['relay']) =>
    (await import('./studio.ts')).startLocalStudio(options, leads)
  await runPreviewCommand(options, options.json || options.quiet ? undefined : startStudio)
}
