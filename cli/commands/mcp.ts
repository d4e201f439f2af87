import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { createSafeStore } from '../editor/files/content-store.ts'
import { serveMcp } from '../mcp/server.ts'
import { cliRoot } from '../packages.mjs'
import type { CommonOptions } from './options.ts'
import { waitForInterrupt } from './preview.ts'

/**
 * `site mcp`: serves tools for agents on stdin and stdout, until stdin ends or the process is interrupted.
 * @throws Failure with exit code 2 if there is no content folder
 */
export async function runMcpCommand({
  content,
  yes,
}: Pick<CommonOptions, 'content'> & { yes: boolean }): Promise<void> {
  const folder = path.resolve(content)
  if (!existsSync(folder)) throw new Failure(`There is no content folder ${folder}.`, exitCodes.usage)
  await createSafeStore(folder).recover()
  const { version } = JSON.parse(readFileSync(path.join(cliRoot, 'package.json'), 'utf8'))
  await Promise.race([serveMcp({ folder, approvedOnly: !yes, version }), waitForInterrupt()])
  // A call that is still running writes its files in one step, so it can be ended at any time.
  process.exit()
}
