import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { projectRoot } from '../cli/paths.ts'
import { createPreviewServer, listen } from '../cli/preview/server.ts'
import { runSite } from './run-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the preview server. */
    site: string
    /** Output folder of the build. */
    out: string
  }
}

/** Builds the agency once with `site build`, and serves it with the preview server. */
export default async function setup(project: TestProject) {
  const out = path.join(projectRoot, 'tests', '.output', `agency-${process.pid}`)
  runSite(['build', '--out', out])
  const server = createPreviewServer(out)
  const port = await listen(server, '127.0.0.1', 0)
  project.provide('site', `http://127.0.0.1:${port}`)
  project.provide('out', out)
  return () => {
    server.close()
    server.closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}
