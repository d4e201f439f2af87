import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { compileLife } from '../faults/compile-life.ts'
import type { Sent } from '../faults/sent.ts'

/** All by which a disk is changed or synced; `write` also brings answers and what the life tells. */
const CALLS = ['openat', 'write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fsync', 'fdatasync', 'rename']
const MORE = ['mkdir', 'rmdir', 'unlink', 'link', 'symlink']

/** A call that did not fail. Lines of the recording are its time: it was under way from `begin` to `end`. */
export interface Call {
  name: string
  begin: number
  end: number
  /** What strace wrote between the brackets, without the bytes. */
  args: string
  /** Texts among the arguments, in order: paths, or the bytes that were written. */
  texts: Buffer[]
  /** What the first argument stands for when it is the number of something open. */
  subject: string | undefined
  result: number
}

export interface Recording {
  calls: Call[]
  /** What was acknowledged, asked, done and received, as `<time> <event>`, by the line in which it began. */
  events: { line: number; time: number; event: string }[]
  sent: Sent[]
  /** Where the life was lived. */
  folder: string
}

/** Lives the life under strace. `size` is `short` for one of few submissions. */
export async function record(folder: string, size = 'long'): Promise<Recording> {
  const program = compileLife('tests/chaos/crashes/recorded-life.ts', path.join(folder, 'program'))
  const [lived, log] = [path.join(folder, 'lived'), path.join(folder, 'calls')]
  mkdirSync(lived)
  const strace = ['-f', '--seccomp-bpf', '-qq', '-y', '-xx', '-s', '1000000', '-o', log]
  const child = spawn('strace', [...strace, `-etrace=${[...CALLS, ...MORE]}`, process.execPath, program, lived, size])
  const [said, , [code]] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`the life that is recorded went wrong\n${said}`)
  const calls = parseCalls(readFileSync(log, 'latin1'))
  const isOurs = ({ texts: [first], subject }: Call) => `${subject ?? first}`.startsWith(lived)
  return {
    calls: calls.filter(isOurs),
    events: calls.filter(({ name }) => name.startsWith('write')).flatMap(eventsOf),
    sent: JSON.parse(readFileSync(path.join(lived, 'sent.json'), 'utf8')),
    folder: lived,
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

/** A call that another thread overtakes is written in two halves. */
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
