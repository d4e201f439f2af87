import { existsSync, readdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from './client.ts'
import { makeRealFolder } from './disk.ts'
import { createHostileCase, type HostileCase } from './hostile-cases.ts'
import { describeMachine } from './machine.ts'
import { buildRelay, spawnRelay } from './relay-child.ts'
import { createLead } from './submission.ts'

/** Connections at once. */
const SENDERS = 24
/** Milliseconds that nothing may take longer than; and without a further byte after an answer. */
const HANG = 5000
const QUIET = 1500
/** Milliseconds for what is under way to end, and for the relay to stop. */
const SETTLE = 30_000
const STOP = 1000
/** Bytes of memory that the relay may have held at most. */
const PEAK = 400 * 1024 ** 2

/** Short, so that who sends slowly or nothing is given up within the bound. */
const env = {
  ...{ RELAY_GRACE_MS: '1000', RELAY_HEADERS_TIMEOUT_MS: '1500', RELAY_REQUEST_TIMEOUT_MS: '3000' },
  RELAY_BYTES_PER_SECOND: '1024',
}

interface Answer {
  status: number
  type: string
  body: string
}

/**
 * Thousands of posts that no page sends, over raw sockets against one relay: every answer must be one that a program
 * can read and none a fault of ours, nothing may take long, and nothing of them may be left. `--only` repeats one case
 * and prints it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      cases: { type: 'string', default: '5000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
      only: { type: 'string' },
    },
  })
  const [cases, seed] = [Number(values.cases), Number(values.seed)]
  const numbers = values.only === undefined ? Array.from({ length: cases }, (_, at) => at) : [Number(values.only)]
  const folder = makeRealFolder()
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${numbers.length} cases\n`)
  const relay = await spawnRelay(folder, env, await buildRelay(path.join(folder, 'built'))).started()
  const { address, pid } = relay
  const wrong: string[] = []
  const statuses = new Map<string, number>()
  const keys = new Set<string>()
  const ids = new Set<string>()
  let slowest = { took: 0, number: 0 }
  const count = (name: string): void => void statuses.set(name, (statuses.get(name) ?? 0) + 1)
  const left = (place: string): string[] => readdirSync(path.join(folder, 'spool', place))

  async function send(number: number): Promise<void> {
    const hostile = createHostileCase(seed, number)
    if (hostile.key !== undefined) keys.add(hostile.key)
    const { text, took, how } = await converse(address, hostile)
    if (values.only !== undefined) {
      process.stdout.write(`${JSON.stringify(Buffer.concat(hostile.pieces).toString('latin1').slice(0, 4000))}\n`)
      process.stdout.write(`${JSON.stringify(text)}\n${how} after ${took.toFixed(0)} ms\n`)
    }
    if (took > slowest.took) slowest = { took, number }
    if (how !== 'closed' || took > HANG) wrong.push(`case ${number}: ${how} after ${took.toFixed(0)} ms`)
    const { answers, rest } = readAnswers(text, hostile.bodyless)
    if (rest !== '' && hostile.end !== 'cut') wrong.push(`case ${number}: what is this? ${rest.slice(0, 200)}`)
    if (answers.length === 0) count('no answer')
    for (const answer of answers) {
      count(String(answer.status))
      const fault = faultOf(answer, hostile)
      if (fault) wrong.push(`case ${number}: ${answer.status} ${fault}`)
      if (answer.status === 202) ids.add(JSON.parse(answer.body).id)
    }
  }

  try {
    // The first post opens what stays open.
    await createClient().post(address, createLead())
    await settle(() => left('queue').length === 0)
    const before = listHandles(pid)
    const queue = [...numbers]
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let number = queue.shift(); number !== undefined; number = queue.shift()) await send(number)
      }),
    )
    if (!(await settle(() => left('tmp').length + left('queue').length === 0)))
      wrong.push(`left over: tmp ${left('tmp')}, queue ${left('queue')}`)
    const client = createClient()
    for (const key of keys) {
      const lead = createLead()
      const { status, text } = await client.post(address, {
        ...lead,
        headers: { ...lead.headers, 'idempotency-key': key },
      })
      count(`key used again: ${status}`)
      if (status !== 202 && !text.includes('"idempotency-mismatch"')) wrong.push(`the key ${key}: ${status} ${text}`)
    }
    client.close()
    await settle(() => left('queue').length === 0 && listHandles(pid).length <= before.length)
    const handles = listHandles(pid)
    if (handles.length > before.length) wrong.push(`open: ${handles.filter((one) => !before.includes(one))}`)
    const lost = [...ids].filter(
      (id) => ![`outbox/${id}.json`, `spool/spam/${id}`].some((at) => existsSync(path.join(folder, at))),
    )
    if (lost.length > 0) wrong.push(`lost: ${lost}`)
    if (relay.peak() > PEAK) wrong.push(`it held ${relay.peak()} bytes`)
    const begin = performance.now()
    const peak = relay.peak()
    await relay.stop()
    const stopped = performance.now() - begin
    if (stopped > STOP) wrong.push(`it took ${stopped} ms to stop`)
    const rows = {
      ...Object.fromEntries([...statuses].sort().map(([name, many]) => [`answered ${name}`, many])),
      'slowest ms': `${slowest.took.toFixed(0)} (case ${slowest.number})`,
      ...{
        'peak MB': (peak / 1024 ** 2).toFixed(0),
        'file handles before and after': `${before.length} ${handles.length}`,
      },
      ...{
        'acknowledged and there': ids.size - lost.length,
        'ms to stop': stopped.toFixed(0),
        seed,
        wrong: wrong.length,
      },
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(36)}${value}\n`)
  } finally {
    await relay.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const words of wrong.slice(0, 40)) process.stdout.write(`✗ ${words}\n`)
  if (wrong.length > 0) process.exitCode = 1
}

/** Sends a case and reads until all that is waited for has come, or the other side closes. */
function converse(address: string, hostile: HostileCase): Promise<{ text: string; took: number; how: string }> {
  const { pieces, pause: between, end, answers, bodyless } = hostile
  return new Promise((resolve) => {
    const socket = net.connect({
      port: Number(new URL(address).port),
      host: '127.0.0.1',
      allowHalfOpen: end === 'half-close',
    })
    let text = ''
    let sent = performance.now()
    let timer: NodeJS.Timeout | undefined
    const finish = (how: string): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, took: performance.now() - sent, how })
    }
    const arm = (how: string, milliseconds: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => finish(how), milliseconds)
    }
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
      const { answers: read, rest } = readAnswers(text, bodyless)
      if (read.length >= answers && rest === '') finish('closed')
      else if (read.length > 0) arm('closed', QUIET)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => void (error.code === 'ECONNREFUSED' && finish('nobody there')))
    socket.on('end', () => finish('closed')).on('close', () => finish('closed'))
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        await pause(between)
      }
      sent = performance.now()
      if (end === 'cut') return finish('closed')
      if (end === 'half-close') socket.end()
      arm('nothing came', HANG + 500)
    })
  })
}

/** The whole answers in what came, and what is no answer or none yet. */
function readAnswers(text: string, bodyless: boolean): { answers: Answer[]; rest: string } {
  const answers: Answer[] = []
  let rest = text
  for (;;) {
    const [head, status] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest) ?? []
    if (head === undefined) return { answers, rest }
    const length = bodyless ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    if (rest.length < head.length + length) return { answers, rest }
    const body = Buffer.from(rest.slice(head.length, head.length + length), 'latin1').toString()
    // A program may go on; the answer is still to come.
    if (status !== '100')
      answers.push({ status: Number(status), type: /^content-type: (\S+)/im.exec(head)?.[1] ?? '', body })
    rest = rest.slice(head.length + length)
  }
}

/** Why an answer is none that a relay should give. */
function faultOf({ status, type, body }: Answer, { html, bodyless }: HostileCase): string | undefined {
  if (status >= 500) return body
  if (bodyless || status === 204 || status === 303) return undefined
  if (html && type.startsWith('text/html')) return undefined
  try {
    const { id, code, status: told } = JSON.parse(body)
    if (status < 300 ? typeof id === 'string' || body.includes('ok') : typeof code === 'string' && told === status)
      return undefined
  } catch {}
  return `is not for programs: ${type} ${body.slice(0, 100)}`
}

/** What a process has open, by name. */
function listHandles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
}

async function settle(condition: () => boolean): Promise<boolean> {
  for (const end = performance.now() + SETTLE; performance.now() < end; await pause(50)) if (condition()) return true
  return condition()
}
