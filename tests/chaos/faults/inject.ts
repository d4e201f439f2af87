import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { RunReport } from './run-report.ts'

/** File system calls and the errors that they may return. */
const ERRORS: Record<string, readonly string[]> = {
  openat: ['EIO', 'EMFILE', 'EACCES', 'ENOSPC'],
  ...Object.fromEntries(['read', 'pread64', 'getdents64', 'newfstatat'].map((call) => [call, ['EIO']])),
  ...Object.fromEntries(['writev', 'fsync', 'fdatasync'].map((call) => [call, ['EIO', 'ENOSPC']])),
  ...Object.fromEntries(['rename', 'mkdir', 'link', 'symlink'].map((call) => [call, ['EIO', 'EACCES', 'ENOSPC']])),
  ...Object.fromEntries(
    ['unlink', 'rmdir', 'statx', 'statfs', 'chmod', 'utimensat', 'ftruncate'].map((call) => [call, ['EIO', 'EACCES']]),
  ),
}

/**
 * Calls in which no errors are injected: strace would make `close` fail without closing the file, which no disk does,
 * and `write` also wakes threads (see `disk-thread.ts`).
 */
const IGNORED = ['close', 'write', 'mmap']

const EMPTY: RunReport = { broken: [], parked: [], left: [], failedStarts: [], acknowledged: 0, refused: 0 }
/** Milliseconds after which a run is killed. */
const TIMEOUT = 180_000

/** Prefix of reports that an expected event did not happen within the time limit. */
export const TIMED_OUT = 'did not happen in time'

/** An error injected into one call of a run. `nth` is the call's number among calls with that name. */
export interface Fault {
  call: string
  error: string
  nth: number
  /** The call in a run without faults, as printed by strace. */
  line: string
}

export interface Outcome extends RunReport {
  fault: Fault
  /** The failed call as printed by strace; undefined if this run had no such call. */
  hit: string | undefined
}

export const describeFault = ({ call, error, nth }: Fault): string => `${call}:${error}:${nth}`

/**
 * Lists all possible faults: each call in a run without faults, with each error that it may return.
 * @throws if the run makes a call that is missing in ERRORS
 */
export async function listFaults(program: string): Promise<{ calls: number; faults: Fault[]; report: RunReport }> {
  const traced = await runTraced(program, ['-etrace=%file,%desc'])
  const log = traced.log.filter((line) => !IGNORED.some((call) => line.startsWith(`${call}(`)))
  const counts = new Map<string, number>()
  const faults = log.flatMap((line) => {
    const [call = ''] = /^\w+/.exec(line) ?? []
    const nth = (counts.get(call) ?? 0) + 1
    counts.set(call, nth)
    return errorsOf(call, line).map((error) => ({ call, error, nth, line }))
  })
  return { calls: log.length, faults, report: traced.report }
}

/** Returns the errors that a call may return. @throws if the call is missing in ERRORS */
function errorsOf(call: string, line: string): readonly string[] {
  const errors = ERRORS[call]
  if (!errors) throw new Error(`add the errors of ${call} to ERRORS: ${line}`)
  // Only a call that creates a file can fail for lack of disk space.
  return call === 'openat' && !line.includes('O_CREAT') ? errors.filter((error) => error !== 'ENOSPC') : errors
}

/** Runs the script with one failing call. */
export async function tryFault(program: string, fault: Fault): Promise<Outcome> {
  const { call, error, nth } = fault
  const { report, log } = await runTraced(program, [`-etrace=${call}`, `-einject=${call}:error=${error}:when=${nth}`])
  const hit = log.find((line) => line.includes('(INJECTED)'))
  // Calls were made in a different order in this run, so strace injected the error into a call that cannot return it.
  if (hit && !errorsOf(call, hit).includes(error)) return { ...EMPTY, fault, hit: undefined }
  return { ...report, fault, hit }
}

async function runTraced(program: string, strace: readonly string[]): Promise<{ report: RunReport; log: string[] }> {
  const folder = mkdtempSync(path.join(path.dirname(program), 'run-'))
  try {
    const file = path.join(folder, 'calls')
    const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' }
    const child = spawn(process.execPath, [program, folder, '-y', '-s0', '-o', file, ...strace], {
      env,
      timeout: TIMEOUT,
    })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const log = readFileSync(file, 'utf8').replaceAll(`${folder}/`, '').split('\n')
    const crashed: RunReport = { ...EMPTY, broken: [`the process crashed or hung ${stderr}`] }
    return {
      report: stdout === '' ? crashed : JSON.parse(stdout.replaceAll(folder, '')),
      log: log.filter((line) => /^\w+\(/.test(line)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
