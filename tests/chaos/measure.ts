import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { peakOf } from './child.ts'

/** Milliseconds between two looks at a process. */
const STEP = 20
/** Of the clock in which Linux tells processor time. */
const TICKS_PER_SECOND = 100

/** What a program took, from the start of its process to its end. */
export interface Measured {
  stdout: string
  /** Seconds. */
  wall: number
  /** Seconds of processor time, of the processes that it started too. */
  cpu: number
  /** Seconds of processor time of its first thread, and of the processes that it waited for; NaN off Linux. */
  main: number
  children: number
  /** Bytes of the largest of its processes, threads included; NaN off Linux. */
  peak: number
}

/** Runs a program to its end. @throws when it fails */
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
    // A group of its own, so that all of it ends with us.
    detached: true,
  })
  const end = () => child.pid && process.kill(-child.pid, 'SIGKILL')
  // Before its folder is removed.
  process.prependOnceListener('exit', end)
  const measured = { main: Number.NaN, children: Number.NaN, peak: Number.NaN }
  const looks = setInterval(() => {
    const [program = 0, ...others] = listProcesses(child.pid ?? 0).slice(1)
    const peaks = [measured.peak, ...[program, ...others].map(peakOf)].filter((bytes) => !Number.isNaN(bytes))
    if (peaks.length > 0) measured.peak = Math.max(...peaks)
    const [main, children] = readTimes(program)
    if (main !== undefined && children !== undefined) Object.assign(measured, { main, children })
  }, STEP)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  clearInterval(looks)
  process.off('exit', end)
  const wall = (performance.now() - begin) / 1000
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${stdout}${stderr}`)
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { stdout, wall, cpu: user + system, ...measured }
}

/** A process and those that it has started, parents first. */
function listProcesses(pid: number): number[] {
  const children = readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(listProcesses)]
}

/** Seconds of the first thread of a process, and of the processes that it waited for; see proc(5), utime to cstime. */
function readTimes(pid: number): number[] {
  // The name in parentheses may hold blanks.
  const fields = readProc(`${pid}/task/${pid}/stat`).split(') ').at(-1)?.split(' ').slice(11, 15).map(Number) ?? []
  const [user, system, childUser, childSystem] = fields
  if (user === undefined || system === undefined || childUser === undefined || childSystem === undefined) return []
  return [(user + system) / TICKS_PER_SECOND, (childUser + childSystem) / TICKS_PER_SECOND]
}

/** Nothing where the process is gone, or the system does not tell. */
function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}
