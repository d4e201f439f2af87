import { stripVTControlCharacters } from 'node:util'
import { vi } from 'vitest'
import { runCli } from '../cli/main.ts'
import { agency } from './agency.ts'
import type { CliResult } from './run-site.ts'

/** Like runSite, but runs in this process to save startup time, and strips colors from the output. */
export async function runHere(args: string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += stripVTControlCharacters(String(text))
      return true
    }),
  )
  for (const [name, value] of Object.entries({ SITE_CONTENT: agency, ...env })) vi.stubEnv(name, value)
  try {
    const code = await runCli(args)
    return { code, ...output }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
