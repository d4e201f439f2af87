import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { waitForEndOfNpx } from '../../cli/preview/npx.ts'
import { until } from '../relay/until.ts'
import { cleanEnvironment } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'npx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Installs a program `site` that prints its process id and runs until npx ends. */
beforeAll(() => {
  const bin = path.join(folder, 'node_modules', '.bin')
  const program = path.join(folder, 'program.mjs')
  const tsx = pathToFileURL(path.join(projectRoot, 'node_modules', 'tsx', 'dist', 'loader.mjs'))
  mkdirSync(bin, { recursive: true })
  writeFileSync(
    program,
    `import { waitForEndOfNpx } from ${JSON.stringify(pathToFileURL(path.join(projectRoot, 'cli/preview/npx.ts')).href)}
setInterval(() => {}, 1000)
console.log('pid', process.pid)
await waitForEndOfNpx()
process.exit()
`,
  )
  const script = `#!/bin/sh\nexec '${process.execPath}' --import '${tsx}' '${program}'\n`
  writeFileSync(path.join(bin, 'site'), script, { mode: 0o755 })
})

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// Only Linux tells who started the shell that survives a killed npx.
it.each(process.platform === 'linux' ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGTERM'] as const))(
  'a program that npx started ends after npx has received %s',
  async (signal) => {
    const npx = spawn('npx', ['site'], { cwd: folder, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    npx.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const pid = Number(await until('the process id', () => /pid (\d+)/.exec(output)?.[1]))
    expect(isRunning(pid)).toBe(true)
    npx.kill(signal)
    await until('the end', () => !isRunning(pid) || undefined)
  },
)

it('a program that npx did not start does not watch its parent', () => {
  const watch = vi.spyOn(globalThis, 'setInterval')
  for (const [event, script] of [
    [undefined, undefined],
    ['start', 'site start'],
    ['npx', 'site preview &'],
    ['npx', 'launcher'],
  ]) {
    vi.stubEnv('npm_lifecycle_event', event)
    vi.stubEnv('npm_lifecycle_script', script)
    void waitForEndOfNpx()
  }
  expect(watch).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
