import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { importAudit } from '../packages.mjs'

/**
 * Loads the package that contains the audit's tools, which other commands do not need.
 * @throws Failure if the package is not installed
 */
export function loadTools(): Promise<typeof import('@northshelf/audit')> {
  return importAudit().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    throw new Failure(
      'The audit needs the package @northshelf/audit: run "npm install --save-dev @northshelf/audit", then repeat the command.',
      exitCodes.cannotRun,
    )
  })
}
