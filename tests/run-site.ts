import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '../cli/paths.ts'
import { agency } from './agency.ts'

export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Returns this process's environment without colors and without the test runner's variables. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = /^(?:VITEST|TEST$|NODE_ENV$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|FORCE_COLOR$|NODE_OPTIONS$|INIT_CWD$)/
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name))), NO_COLOR: '1' }
}

/**
 * Runs the command line tool as a user would, on the agency unless `args` or `env` choose other content.
 * @throws if it fails, unless `expectFailure` is set
 */
export function runSite(args: string[], options: { expectFailure?: boolean; env?: NodeJS.ProcessEnv } = {}): CliResult {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(projectRoot, 'scripts', 'site.mjs'), ...args],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), SITE_CONTENT: agency, ...options.env },
    },
  )
  if (status !== 0 && !options.expectFailure)
    throw new Error(`site ${args.join(' ')} exited with ${status}\n${stdout}${stderr}`)
  return { code: status, stdout, stderr }
}
