import { existsSync, readdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '../client.ts'
import { makeRealFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { buildRelay, spawnRelay } from '../relay-child.ts'
import { seedOption } from '../seed-option.ts'
import { createLead } from '../submission.ts'
import { startCaseProcess } from './case-process.ts'
import type { HostileCase } from './cases.ts'

/** Number of concurrent connections. */
const SENDERS = 24
/** Maximum duration of a case, in milliseconds. */
const HANG = 5000
/** A response is considered complete after this many milliseconds without data. */
const QUIET = 1000
/** Milliseconds that the relay may take to stop. */
const STOP = 1000
/** Milliseconds that all work may take to finish. */
const SETTLE = 30_000
/** Maximum memory usage of the relay, in bytes. */
const PEAK = 400 * 1024 ** 2
/** Short timeouts, so that the relay disconnects slow clients within HANG. */
const TIMEOUTS = { RELAY_GRACE_MS: '1000', RELAY_HEADERS_TIMEOUT_MS: '1500', RELAY_REQUEST_TIMEOUT_MS: '3000' }

/**
 * Sends thousands of malformed and malicious requests over raw sockets to a relay. Every response must be well-formed
 * and must not be a 5xx. No case may take too long, and no files, keys or handles may be left over. `--only` repeats
 * one case of a seed and prints it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      cases: { type: 'string', default: '5000' },
      seed: seedOption,
      only: { type: 'string' },
    },
  })
  const seed = Number(values.seed)
  const queue = values.only === undefined ? [...Array(Number(values.cases)).keys()] : [Number(values.only)]
  const folder = makeRealFolder()
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${queue.length} cases\n`)
  const relay = await spawnRelay(folder, TIMEOUTS, await buildRelay(path.join(folder, 'built'))).started()
  const cases = startCaseProcess(seed)
  const wrong: string[] = []
  const counts: Record<string, number> = {}
  const keys = new Set<string>()
  const ids = new Set<string>()
  let slowest = { took: 0, number: 0 }
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const left = (...places: string[]) => places.flatMap((place) => readdirSync(path.join(folder, 'spool', place)))
  const listHandles = (): string[] => readdirSync(`/proc/${relay.pid}/fd`)
  const settle = async (condition: () => boolean): Promise<void> => {
    for (const end = performance.now() + SETTLE; performance.now() < end && !condition(); ) await pause(50)
  }

  async function send(number: number): Promise<void> {
    const hostile = await cases.create(number)
    if (hostile.key !== undefined) keys.add(hostile.key)
    const { text, took, hangs } = await converse(relay.address, hostile)
    if (values.only !== undefined) {
      const sent = Buffer.concat(hostile.pieces).toString('latin1').slice(0, 5000)
      process.stdout.write(`${JSON.stringify({ sent, text, took }, null, 2)}\n`)
    }
    if (took > slowest.took) slowest = { took, number }
    if (hangs || took > HANG) wrong.push(`case ${number}: after ${took.toFixed(0)} ms: ${text || 'no response'}`)
    const { responses, rest } = parseResponses(text, hostile.head)
    if (rest && !hostile.head) wrong.push(`case ${number}: not a response: ${rest}`)
    if (responses.length === 0) count('no response')
    for (const { status, type, body } of responses) {
      const { id, code } = parseObject(body)
      count(`${status} ${code ?? ''}`)
      if (status === 202) ids.add(id as string)
      const isPage = hostile.html && type === 'text/html;'
      const isValid =
        status < 400 ? status !== 202 || typeof id === 'string' : typeof code === 'string' || isPage || hostile.head
      if (status >= 500 || !isValid) wrong.push(`case ${number}: ${status} ${type} ${body}`)
    }
  }

  try {
    const client = createClient()
    // Sends a submission before counting open handles, because the first submission opens handles that stay open.
    await client.post(relay.address, createLead())
    await settle(() => left('queue').length === 0)
    const before = listHandles().length
    const sendAll = async (): Promise<void> => {
      for (let number = queue.shift(); number !== undefined; number = queue.shift()) await send(number)
    }
    await Promise.all(Array.from({ length: SENDERS }, sendAll))
    await settle(() => left('tmp', 'queue').length === 0)
    for (const key of keys) {
      const lead = createLead()
      const headers = { ...lead.headers, 'idempotency-key': key }
      const { status, text } = await client.post(relay.address, { ...lead, headers })
      const { code = '' } = parseObject(text)
      count(`key reused: ${status} ${code}`)
      if (status !== 202 && code !== 'idempotency-mismatch') wrong.push(`the key ${key}: ${text}`)
    }
    client.close()
    await settle(() => left('tmp', 'queue').length === 0 && listHandles().length <= before)
    wrong.push(...left('tmp', 'queue').map((name) => `${name} is left over in tmp or queue`))
    const places = ['outbox/$.json', 'spool/spam/$'].map((place) => path.join(folder, place))
    const lost = [...ids].filter((id) => !places.some((place) => existsSync(place.replace('$', id))))
    wrong.push(...lost.map((id) => `${id} is lost`))
    const handles = listHandles().length
    if (handles > before) wrong.push(`${handles} open files instead of ${before}`)
    const peak = relay.peak()
    if (peak > PEAK) wrong.push(`peak memory of ${peak} bytes`)
    const begin = performance.now()
    await relay.stop()
    const stopped = performance.now() - begin
    if (stopped > STOP) wrong.push(`stopping took ${stopped} ms`)
    const rows = {
      ...Object.fromEntries(Object.entries(counts).sort()),
      ...{
        'slowest ms': `${slowest.took.toFixed(0)} (case ${slowest.number})`,
        'peak MB': (peak / 1024 ** 2).toFixed(0),
      },
      ...{ 'open files before and after': `${before} ${handles}`, 'acknowledged and stored': ids.size - lost.length },
      ...{ 'ms to stop': stopped.toFixed(0), seed, wrong: wrong.length },
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(44)}${value}\n`)
  } finally {
    cases.stop()
    await relay.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of wrong.slice(0, 40)) process.stdout.write(`✗ ${fault.slice(0, 300)}\n`)
  if (wrong.length > 0) process.exitCode = 1
}

/** Sends a case, then reads until the relay closes the connection or stops sending data. */
function converse(address: string, { pieces, pause: between, end }: HostileCase) {
  return new Promise<{ text: string; took: number; hangs: boolean }>((resolve) => {
    const socket = net.connect({ port: Number(new URL(address).port), allowHalfOpen: end === 'half-close' })
    let text = ''
    let [sent, last] = [performance.now(), performance.now()]
    const finish = (hangs = false): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, took: (text ? last : performance.now()) - sent, hangs })
    }
    let timer = setTimeout(finish, 2 * HANG, true)
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
      last = performance.now()
      clearTimeout(timer)
      timer = setTimeout(finish, QUIET)
    })
    socket
      .on('error', () => {})
      .on('end', () => finish())
      .on('close', () => finish())
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await pause(between)
      }
      sent = performance.now()
      if (end === 'disconnect') finish()
      if (end === 'half-close') socket.end()
    })
  })
}

/** Parses complete responses. `rest` is the text that follows them. */
function parseResponses(text: string, head: boolean) {
  const responses: { status: number; type: string; body: string }[] = []
  let rest = text
  for (;;) {
    const [lines, status] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest) ?? []
    if (lines === undefined) return { responses, rest }
    const [, length = 0] = /^content-length: (\d+)/im.exec(lines) ?? []
    const end = lines.length + (head ? 0 : Number(length))
    const [, type = ''] = /^content-type: (\S+)/im.exec(lines) ?? []
    // Skips a 100 response, because the final response follows it.
    if (status !== '100') responses.push({ status: Number(status), type, body: rest.slice(lines.length, end) })
    rest = rest.slice(end)
  }
}

function parseObject(body: string): { id?: unknown; code?: unknown } {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
