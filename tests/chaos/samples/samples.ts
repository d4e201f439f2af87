import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../../cli/paths.ts'

/** Runs the tests that try only a sample of their cases in `npm test`, with all cases. */
export async function run(): Promise<void> {
  const folder = path.join(projectRoot, 'tests')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && readFileSync(path.join(folder, file), 'utf8').includes('/sampled.ts'),
  )
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...files.map((file) => path.join('tests', file))],
    { cwd: projectRoot, env: { ...process.env, ALL_CASES: '1' }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  process.exitCode = status ?? 1
}
