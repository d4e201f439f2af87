import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { projectRoot } from '../../cli/paths.ts'

/** A server of its own process that told where it listens. */
export interface Child {
  address: string
  pid: number
  /** Lines that it has written after that. */
  lines(): number
  /** Largest memory that it held so far, in bytes; NaN where the system does not tell. */
  peak(): number
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
  /** Asks it to stop. @throws when it does not end well */
  stop(): Promise<void>
}

/** What a child gets of our environment: nothing that sets up a relay by chance. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'UV_THREADPOOL_SIZE']

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// Without a listener a signal ends this process past the line above, and the children live on.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** A program of this project, built or as it is written, as a process that has not told anything yet. */
export function spawnChild(args: readonly string[], env: NodeJS.ProcessEnv) {
  const loader = args[0]?.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, ...args], {
    cwd: projectRoot,
    env: { ...Object.fromEntries(KEPT.map((name) => [name, process.env[name]])), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let lines = 0
  let address: (text: string) => void = () => {}
  const started = new Promise<string>((resolve) => {
    address = resolve
  })
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    const told = JSON.parse(line)
    if (told.msg !== 'started') return
    address(told.address)
    // From now on it is only drained and counted, which costs the measuring process next to nothing.
    reader.close()
    child.stdout.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    })
    child.stdout.resume()
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return signal ?? code
  })
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    kill,
    /** @throws when it ends before it listens */
    async started(): Promise<Child> {
      const first = await Promise.race([started, ended.then((how) => new Error(`${args.join(' ')} ended with ${how}`))])
      if (first instanceof Error) throw first
      return {
        address: first,
        pid: child.pid as number,
        lines: () => lines,
        peak: () => peakOf(child.pid),
        kill,
        async stop() {
          child.kill('SIGTERM')
          const how = await ended
          if (how !== 0) throw new Error(`${args.join(' ')} ended with ${how}`)
        },
      }
    },
  }
}

/** Largest memory that a process held so far, in bytes; NaN where the system does not tell. */
export function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return Number.NaN
  }
}
