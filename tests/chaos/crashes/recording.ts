import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { compileProgram } from '../faults/compile-program.ts'
import type { Sent } from '../faults/sent.ts'

/** Calls that change or sync files. `write` is also used for responses and events. */
const CALLS = ['openat', 'write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fsync', 'fdatasync', 'rename']
const MORE = ['mkdir', 'rmdir', 'unlink', 'link', 'symlink']

/** A successful call, which ran from line `begin` to line `end` of the recording. */
export interface Call {
  name: string
  begin: number
  end: number
  /** Arguments as strace prints them, without strings. */
  args: string
  /** Strings among the arguments, in order: paths or written bytes. */
  texts: Buffer[]
  /** Path of the open file, if the first argument is a file descriptor. */
  subject: string | undefined
  result: number
}

export interface Recording {
  calls: Call[]
  /** Acknowledgments, operators' requests, confirmations and deliveries, with the line at which each starts. */
  events: { line: number; time: number; event: string }[]
  sent: Sent[]
  /** Folder of the run. */
  folder: string
}

/** Records a run under strace. @param size `short` for a run with few submissions */
export async function record(folder: string, size = 'long'): Promise<Recording> {
  const program = compileProgram('tests/chaos/crashes/recorded-run.ts', path.join(folder, 'program'))
  const [runFolder, log] = [path.join(folder, 'run'), path.join(folder, 'calls')]
  mkdirSync(runFolder)
  const strace = ['-f', '--seccomp-bpf', '-qq', '-y', '-xx', '-s', '1000000', '-o', log]
  const command = [process.execPath, program, runFolder, size]
  const child = spawn('strace', [...strace, `-etrace=${[...CALLS, ...MORE]}`, ...command])
  const [stderr, , [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`the recorded run failed\n${stderr}`)
  const calls = parseCalls(readFileSync(log, 'latin1'))
  const isInside = ({ texts: [first], subject }: Call) => `${subject ?? first}`.startsWith(runFolder)
  return {
    calls: calls.filter(isInside),
    events: calls.filter(({ name }) => name.startsWith('write')).flatMap(eventsOf),
    sent: JSON.parse(readFileSync(path.join(runFolder, 'sent.json'), 'utf8')),
    folder: runFolder,
  }
}

function eventsOf({ begin: line, args, texts }: Call): Recording['events'] {
  const written = Buffer.concat(texts)
  if (written.toString('latin1', 0, 12) === 'HTTP/1.1 202') {
    const [, id] = /"id":"([^"]+)"/.exec(written.toString()) ?? []
    return [{ line, time: 0, event: `acknowledged ${id}` }]
  }
  const [, time, event = ''] = /^(\d+) (.*)\n$/.exec(args.startsWith('1<') ? written.toString() : '') ?? []
  return time === undefined ? [] : [{ line, time: Number(time), event }]
}

/** Parses the calls in a log. Joins calls that strace splits because another thread made a call in between. */
function parseCalls(log: string): Call[] {
  const open = new Map<string, { begin: number; text: string }>()
  const calls: Call[] = []
  for (const [line, whole] of log.split('\n').entries()) {
    const [, thread = '', half = ''] = /^(\d+)\s+(.*)$/.exec(whole) ?? []
    const cut = half.indexOf('<unfinished ...>')
    if (cut >= 0) {
      open.set(thread, { begin: line, text: half.slice(0, cut) })
      continue
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(half)?.[1]
    const from = rest === undefined ? { begin: line, text: '' } : open.get(thread)
    const [, name, args, result] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(from ? from.text + (rest ?? half) : '') ?? []
    if (from && name && args && Number(result) >= 0)
      calls.push({ ...parse(args), name, begin: from.begin, end: line, result: Number(result) })
  }
  return calls.sort((one, other) => one.begin - other.begin)
}

function parse(args: string): Pick<Call, 'args' | 'texts' | 'subject'> {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
  const [, subject] = /^\d+<([^>]*)>/.exec(args) ?? []
  return {
    args: args.replaceAll(/"[^"]*"/g, '""'),
    texts: [...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => bytes(hex)),
    subject: subject === undefined ? undefined : bytes(subject).toString(),
  }
}
