import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { projectRoot } from '../../cli/paths.ts'

/** A server process that has reported its address. */
export interface Child {
  address: string
  pid: number
  /** Number of lines that the process has logged since it reported its address. */
  lines(): number
  /** Peak memory in bytes; NaN if the system does not report it. */
  peak(): number
  /** Kills the process with SIGKILL and waits until it has exited. */
  kill(): Promise<void>
  /** Stops the process with SIGTERM. @throws if its exit code is not 0 */
  stop(): Promise<void>
}

/** Environment variables that child processes inherit. Other variables could configure a relay by accident. */
const PASSED_ENV = ['PATH', 'HOME', 'TMPDIR', 'UV_THREADPOOL_SIZE']

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// Without these listeners, a signal would end this process without an exit event, and its children would survive.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Starts a program from this project, either from source or from a build. */
export function spawnChild(args: readonly string[], env: NodeJS.ProcessEnv) {
  const loader = args[0]?.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, ...args], {
    cwd: projectRoot,
    env: { ...Object.fromEntries(PASSED_ENV.map((name) => [name, process.env[name]])), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let lines = 0
  let resolveAddress: (text: string) => void = () => {}
  const started = new Promise<string>((resolve) => {
    resolveAddress = resolve
  })
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    const { msg, address } = JSON.parse(line)
    if (msg !== 'started') return
    resolveAddress(address)
    // After startup, only counts lines, because parsing them would distort measurements.
    reader.close()
    child.stdout.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    })
    child.stdout.resume()
  })
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return signal ?? code
  })
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  return {
    kill,
    /** Waits until the server is listening. @throws if it exits first */
    async started(): Promise<Child> {
      const failed = exited.then((how) => new Error(`${args.join(' ')} exited with ${how}`))
      const result = await Promise.race([started, failed])
      if (result instanceof Error) throw result
      return {
        address: result,
        pid: child.pid as number,
        lines: () => lines,
        peak: () => peakOf(child.pid),
        kill,
        async stop() {
          child.kill('SIGTERM')
          const how = await exited
          if (how !== 0) throw new Error(`${args.join(' ')} exited with ${how}`)
        },
      }
    },
  }
}

/** Returns the peak memory of a process in bytes; NaN if the system does not report it. */
export function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return Number.NaN
  }
}
