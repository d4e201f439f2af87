import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { peakOf } from './child.ts'

/** Milliseconds between samples of a process. */
const INTERVAL = 20
/** Clock ticks per second, the unit of CPU times in /proc. */
const TICKS_PER_SECOND = 100

/** Time and memory that a program uses from start to exit. */
export interface Measured {
  stdout: string
  /** Elapsed seconds. */
  wall: number
  /** CPU seconds, including child processes. */
  cpu: number
  /** CPU seconds of its main thread, and of child processes it has waited for; NaN on systems other than Linux. */
  main: number
  children: number
  /** Peak memory of its largest process, in bytes; NaN on systems other than Linux. */
  peak: number
}

/** Runs a program. @throws if it fails */
export async function measure(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Measured> {
  const begin = performance.now()
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', command, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Starts the program in its own process group, which is killed when this process exits.
    detached: true,
  })
  const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL')
  // Kills the program before other exit listeners remove its folder.
  process.prependOnceListener('exit', kill)
  const measured = { main: Number.NaN, children: Number.NaN, peak: Number.NaN }
  const sampler = setInterval(() => {
    const [program = 0, ...others] = listProcesses(child.pid ?? 0).slice(1)
    const peaks = [measured.peak, ...[program, ...others].map(peakOf)].filter((bytes) => !Number.isNaN(bytes))
    if (peaks.length > 0) measured.peak = Math.max(...peaks)
    const [main, children] = readTimes(program)
    if (main !== undefined && children !== undefined) Object.assign(measured, { main, children })
  }, INTERVAL)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  clearInterval(sampler)
  process.off('exit', kill)
  const wall = (performance.now() - begin) / 1000
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${code}\n${stdout}${stderr}`)
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { stdout, wall, cpu: user + system, ...measured }
}

/** Lists a process and its descendants, parents first. */
function listProcesses(pid: number): number[] {
  const children = readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(listProcesses)]
}

/**
 * Returns the CPU seconds of a main thread, and of child processes it has waited for; see utime through cstime in
 * proc(5).
 */
function readTimes(pid: number): number[] {
  // Skips the program name in parentheses, which may contain spaces.
  const fields = readProc(`${pid}/task/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 15).map(Number) ?? []
  const [user, system, childUser, childSystem] = fields
  if (user === undefined || system === undefined || childUser === undefined || childSystem === undefined) return []
  return [(user + system) / TICKS_PER_SECOND, (childUser + childSystem) / TICKS_PER_SECOND]
}

/** Reads a file in /proc. Returns an empty string if the process has exited or the system is not Linux. */
function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}
