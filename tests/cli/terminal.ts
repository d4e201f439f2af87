import { spawn } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'

/** Runs the CLI in a terminal provided by `script`, and types each line after its prompt has appeared. */
export function typeAtTerminal(args: readonly string[], lines: readonly (readonly [asked: string, typed: string])[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const command = [process.execPath, path.join(projectRoot, 'scripts', 'site.mjs'), ...args]
    const child = spawn('script', ['-qec', `${command.map((word) => `'${word}'`).join(' ')}; exit $?`, '/dev/null'], {
      env: { ...cleanEnvironment(), TERM: 'dumb' },
      // An unexpected prompt would block the program forever. Longer than any test takes on a busy machine.
      signal: AbortSignal.timeout(600_000),
    })
    const left = [...lines]
    let [output, seen] = ['', 0]
    child.stdout.on('data', (data) => {
      output += data
      const [next] = left
      if (!next || !output.slice(seen).includes(next[0])) return
      seen = output.length
      left.shift()
      child.stdin.write(next[1])
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
