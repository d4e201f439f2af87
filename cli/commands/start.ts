import { createServer } from 'node:http'
import { listen } from '../preview/server.ts'
import { build } from './build.ts'
import { type PreviewOptions, portOf, preview } from './preview.ts'

/** `site start`: build, then serve it with the relay beside it. A taken port is told before anything is built. */
export async function start(options: PreviewOptions): Promise<void> {
  const port = portOf(options)
  if (port !== 0) {
    const probe = createServer()
    await listen(probe, options.host, port)
    await new Promise((resolve) => probe.close(resolve))
  }
  await build({ ...options, json: false, quiet: options.quiet || options.json })
  await preview(options)
}
