import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { exit, Failure } from '../diagnostics/failure.ts'
import { systemFailure } from '../diagnostics/system-error.ts'
import { outputFolders } from '../paths.ts'

/** Characters that are kept of what the relay writes to stderr, from the end. */
const LONGEST_COMPLAINT = 10_000

export interface RelayProcess {
  /** Where it listens. */
  address: string
  stop(): Promise<void>
}

/**
 * Starts the relay beside the preview, in a process of its own, on a free port of this machine, with its
 * embedded defaults: what comes in is kept in `data` and written to files there. It ends when this process
 * does, in whatever way.
 * @param environment wins over these defaults
 * @throws Failure with the relay's own words when it does not start
 */
export function startRelayProcess(
  out: string,
  data: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RelayProcess> {
  const program = path.join(outputFolders(out).relay, 'relay.js')
  if (!existsSync(program))
    throw new Failure(`There is no ${program}. Run "npm run site -- build" first.`, exit.cannotRun)
  const child = spawn(process.execPath, [program, 'start'], {
    // A group of its own: Ctrl+C is for the preview, which then stops the relay in good order.
    detached: true,
    // Over the channel it learns of our end, also of one that we cannot tell it of.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      RELAY_BIND: '127.0.0.1:0',
      RELAY_SPOOL: path.join(data, 'spool'),
      RELAY_OUTBOX: path.join(data, 'outbox'),
      RELAY_INBOX: 'true',
      ...environment,
    },
  }) as ChildProcessByStdio<null, Readable, Readable>
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const abandon = () => child.kill('SIGTERM')
  process.once('exit', abandon)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-LONGEST_COMPLAINT)
  })
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = startedAt(line)
      if (!address) return
      try {
        mkdirSync(data, { recursive: true })
        writeFileSync(holderFile(data), `${process.pid}\n`)
      } catch (error) {
        child.kill('SIGTERM')
        return reject(systemFailure(error, data) ?? error)
      }
      resolve({
        address,
        async stop() {
          process.off('exit', abandon)
          rmSync(holderFile(data), { force: true })
          child.kill('SIGTERM')
          await ended
        },
      })
    })
    void ended.then(() =>
      reject(new Failure(`The relay did not start.\n${complaint.trim()}${whoHas(data, complaint)}`, exit.cannotRun)),
    )
  })
}

/** Names the process of the command that has a relay on this folder, for whoever wants it as well. */
function holderFile(data: string): string {
  return path.join(data, 'site.pid')
}

/** In the words of this command, where the relay says that another one has its spool. */
function whoHas(data: string, complaint: string): string {
  if (!complaint.includes('is in use')) return ''
  const other = '--relay-data names another folder for this one.'
  try {
    const pid = Number(readFileSync(holderFile(data), 'utf8'))
    process.kill(pid, 0)
    return `\nProcess ${pid} has it, a site dev, preview or start. Stop that one with "kill ${pid}"; or ${other}`
  } catch {
    return `\n${other}`
  }
}

/** The relay logs JSON lines; one of them says where it listens. */
function startedAt(line: string): string | undefined {
  try {
    const entry = JSON.parse(line) as { msg?: string; address?: string }
    return entry.msg === 'started' ? entry.address : undefined
  } catch {
    return undefined
  }
}
