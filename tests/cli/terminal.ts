import { spawn } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'

/** Runs the tool at a terminal, which `script` provides, and types each line when the words before it have been asked. */
export function typeAtTerminal(args: readonly string[], lines: readonly (readonly [asked: string, typed: string])[]) {
  return new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const command = [process.execPath, path.join(projectRoot, 'scripts', 'site.mjs'), ...args]
    const child = spawn('script', ['-qec', `${command.map((word) => `'${word}'`).join(' ')}; exit $?`, '/dev/null'], {
      env: { ...cleanEnvironment(), TERM: 'dumb' },
      // It would wait for ever for an answer to what nobody expected to be asked.
      signal: AbortSignal.timeout(60_000),
    })
    const left = [...lines]
    let [said, seen] = ['', 0]
    child.stdout.on('data', (data) => {
      said += data
      const [next] = left
      if (!next || !said.slice(seen).includes(next[0])) return
      seen = said.length
      left.shift()
      child.stdin.write(next[1])
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}
