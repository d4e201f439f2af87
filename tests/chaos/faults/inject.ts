import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { LifeReport } from './life-report.ts'

/** Calls to the file system and the errors that they may give. */
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
 * Not failed: strace would fail `close` without closing anything, as no disk does, and by `write` threads are woken (see
 * `disk-thread.ts`).
 */
const PASSED_OVER = ['close', 'write', 'mmap']

const NOTHING: LifeReport = { broken: [], parked: [], left: [], ended: [], acknowledged: 0, refused: 0 }
/** Milliseconds after which a life is ended that does not end by itself. */
const LONGEST = 180_000

/** How a report calls what came late or never, for want of somebody who starts the relay again. */
export const NOT_BY_ITSELF = 'did not happen by itself'

/** One call of a life, by its kind and its number among those, and how it is to fail. */
export interface Fault {
  call: string
  error: string
  nth: number
  /** The call in a life in peace, as strace told it. */
  line: string
}

export interface Outcome extends LifeReport {
  fault: Fault
  /** The call as strace told it; undefined when this life had none of its kind and number that may fail so. */
  hit: string | undefined
}

export const describeFault = ({ call, error, nth }: Fault): string => `${call}:${error}:${nth}`

/**
 * All faults that can be tried: each call of one life in peace with each error that it may give.
 * @throws when the life makes a call whose errors are not known
 */
export async function listFaults(program: string): Promise<{ calls: number; faults: Fault[]; peace: LifeReport }> {
  const traced = await live(program, ['-etrace=%file,%desc'])
  const log = traced.log.filter((line) => !PASSED_OVER.some((call) => line.startsWith(`${call}(`)))
  const counts = new Map<string, number>()
  const faults = log.flatMap((line) => {
    const [call = ''] = /^\w+/.exec(line) ?? []
    const nth = (counts.get(call) ?? 0) + 1
    counts.set(call, nth)
    return errorsOf(call, line).map((error) => ({ call, error, nth, line }))
  })
  return { calls: log.length, faults, peace: traced.report }
}

/** @throws when they are not known */
function errorsOf(call: string, line: string): readonly string[] {
  const errors = ERRORS[call]
  if (!errors) throw new Error(`the errors of ${call} are not known: ${line}`)
  // Only what is made takes space.
  return call === 'openat' && !line.includes('O_CREAT') ? errors.filter((error) => error !== 'ENOSPC') : errors
}

/** A life in which one call fails once. */
export async function tryFault(program: string, fault: Fault): Promise<Outcome> {
  const { call, error, nth } = fault
  const { report, log } = await live(program, [`-etrace=${call}`, `-einject=${call}:error=${error}:when=${nth}`])
  const hit = log.find((line) => line.includes('(INJECTED)'))
  // In this life another call had the number.
  if (hit && !errorsOf(call, hit).includes(error)) return { ...NOTHING, fault, hit: undefined }
  return { ...report, fault, hit }
}

async function live(program: string, strace: readonly string[]): Promise<{ report: LifeReport; log: string[] }> {
  const folder = mkdtempSync(path.join(path.dirname(program), 'life-'))
  try {
    const file = path.join(folder, 'calls')
    const env = { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' }
    const child = spawn(process.execPath, [program, folder, '-y', '-s0', '-o', file, ...strace], {
      env,
      timeout: LONGEST,
    })
    const [out, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const log = readFileSync(file, 'utf8').replaceAll(`${folder}/`, '').split('\n')
    const hangs: LifeReport = { ...NOTHING, broken: [`the process ended without a word, or not at all ${said}`] }
    return {
      report: out === '' ? hangs : JSON.parse(out.replaceAll(folder, '')),
      log: log.filter((line) => /^\w+\(/.test(line)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
