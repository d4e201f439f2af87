import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { exitCodes, Failure, toSystemFailure } from '../diagnostics/failure.ts'
import { getOutputFolders } from '../paths.ts'
import { findHolder, recordHolder, removeHolder } from './holder.ts'

/** Number of characters to keep from the end of the relay's stderr. */
const MAX_ERROR_OUTPUT = 10_000

export interface RelayProcess {
  /** Base URL of the relay. */
  address: string
  /** Resolves when the process has ended, to its exit code or signal and the end of its error output. */
  ended: Promise<string>
  stop(): Promise<void>
}

/**
 * Starts the relay for the preview, as a separate process on a free local port, with built-in defaults: it stores
 * submissions in `data` and delivers them to files there. The relay exits with this process, even if this process is
 * killed.
 * @param environment overrides the defaults
 * @throws Failure with the relay's error output if the relay does not start
 */
export function startRelayProcess(out: string, data: string, environment: NodeJS.ProcessEnv = process.env) {
  const program = path.join(getOutputFolders(out).relay, 'relay.js')
  if (!existsSync(program))
    throw new Failure(`There is no ${program}. Run "npm run site -- build" first.`, exitCodes.cannotRun)
  const child = spawn(process.execPath, [program, 'start'], {
    // A separate process group, so that Ctrl+C reaches only the preview, which then stops the relay gracefully.
    detached: true,
    // The IPC channel closes when this process ends, even if it is killed, and then the relay exits.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      RELAY_BIND: '127.0.0.1:0',
      RELAY_SPOOL: path.join(data, 'spool'),
      RELAY_OUTBOX: path.join(data, 'outbox'),
      RELAY_INBOX: 'true',
      ...environment,
    },
  }) as ChildProcessByStdio<null, Readable, Readable>
  const killRelay = () => child.kill('SIGTERM')
  process.once('exit', killRelay)
  let errorOutput = ''
  const ended = new Promise<string>((resolve) =>
    // Unlike `exit`, `close` is emitted after all output has been read.
    child.once('close', (code, signal) => {
      process.off('exit', killRelay)
      resolve(`${signal ? `signal ${signal}` : `exit code ${code}`}${errorOutput && `: ${errorOutput.trim()}`}`)
    }),
  )
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)
  })
  return new Promise<RelayProcess>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = parseStartedAddress(line)
      if (!address) return
      try {
        recordHolder(data)
      } catch (error) {
        child.kill('SIGTERM')
        return reject(toSystemFailure(error, data) ?? error)
      }
      resolve({
        address,
        ended,
        async stop() {
          removeHolder(data)
          child.kill('SIGTERM')
          await ended
        },
      })
    })
    void ended.then((how) => {
      const reason = (errorOutput.trim() || how) + describeHolder(data, errorOutput)
      reject(new Failure(`The relay did not start.\n${reason}`, exitCodes.cannotRun))
    })
  })
}

/** Explains which process uses the folder, if the relay reports that its spool is in use. */
function describeHolder(data: string, errorOutput: string): string {
  if (!errorOutput.includes('is in use')) return ''
  const other = 'choose another folder with --relay-data.'
  const pid = findHolder(data)
  return pid
    ? `\nProcess ${pid} (site dev, preview or start) is using it. Stop it with "kill ${pid}", or ${other}`
    : `\nStop the other relay, or ${other}`
}

/** Returns the URL in the `started` entry of the relay's JSON log; undefined for other lines. */
function parseStartedAddress(line: string): string | undefined {
  try {
    const entry = JSON.parse(line) as { msg?: string; address?: string }
    return entry.msg === 'started' ? entry.address : undefined
  } catch {
    return undefined
  }
}
