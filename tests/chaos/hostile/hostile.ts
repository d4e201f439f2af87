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
import { createHostileCase, type HostileCase } from './cases.ts'

/** Connections at once. */
const SENDERS = 24
/** Milliseconds that nothing may take longer than; without a further byte after an answer; and for the relay to stop. */
const HANG = 5000
const QUIET = 1000
const STOP = 1000
/** Milliseconds for what is under way to end. */
const SETTLE = 30_000
/** Bytes that the relay may have held at most. */
const PEAK = 400 * 1024 ** 2
/** Short, so that who sends slowly or nothing is given up within the bound. */
const PATIENCE = { RELAY_GRACE_MS: '1000', RELAY_HEADERS_TIMEOUT_MS: '1500', RELAY_REQUEST_TIMEOUT_MS: '3000' }

/**
 * Thousands of posts that no page sends, over raw sockets against one relay: every answer must be one that a program
 * can read and none a fault of ours, nothing may take long, and nothing of them may be left. `--only` repeats one case
 * of a seed and prints it.
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
  const waiting = values.only === undefined ? [...Array(Number(values.cases)).keys()] : [Number(values.only)]
  const folder = makeRealFolder()
  process.stdout.write(`${describeMachine()}\nseed ${seed}, ${waiting.length} cases\n`)
  const relay = await spawnRelay(folder, PATIENCE, await buildRelay(path.join(folder, 'built'))).started()
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
    const hostile = createHostileCase(seed, number)
    if (hostile.key !== undefined) keys.add(hostile.key)
    const { text, took, hangs } = await converse(relay.address, hostile)
    const sent = Buffer.concat(hostile.pieces).toString('latin1').slice(0, 5000)
    if (values.only !== undefined) process.stdout.write(`${JSON.stringify({ sent, text, took }, null, 2)}\n`)
    if (took > slowest.took) slowest = { took, number }
    if (hangs || took > HANG) wrong.push(`case ${number}: after ${took.toFixed(0)} ms: ${text || 'nothing'}`)
    const { answers, rest } = readAnswers(text, hostile.head)
    if (rest && !hostile.head) wrong.push(`case ${number}: what is this? ${rest}`)
    if (answers.length === 0) count('no answer')
    for (const { status, type, body } of answers) {
      const { id, code } = parseObject(body)
      count(`${status} ${code ?? ''}`)
      if (status === 202) ids.add(id as string)
      const isPage = hostile.html && type === 'text/html;'
      const isFine =
        status < 400 ? status !== 202 || typeof id === 'string' : typeof code === 'string' || isPage || hostile.head
      if (status >= 500 || !isFine) wrong.push(`case ${number}: ${status} ${type} ${body}`)
    }
  }

  try {
    const client = createClient()
    // The first post opens what stays open.
    await client.post(relay.address, createLead())
    await settle(() => left('queue').length === 0)
    const before = listHandles().length
    const sendAll = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) await send(number)
    }
    await Promise.all(Array.from({ length: SENDERS }, sendAll))
    await settle(() => left('tmp', 'queue').length === 0)
    for (const key of keys) {
      const lead = createLead()
      const headers = { ...lead.headers, 'idempotency-key': key }
      const { status, text } = await client.post(relay.address, { ...lead, headers })
      const { code = '' } = parseObject(text)
      count(`key used again: ${status} ${code}`)
      if (status !== 202 && code !== 'idempotency-mismatch') wrong.push(`the key ${key}: ${text}`)
    }
    client.close()
    await settle(() => left('tmp', 'queue').length === 0 && listHandles().length <= before)
    wrong.push(...left('tmp', 'queue').map((name) => `${name} is left in tmp or queue`))
    const places = ['outbox/$.json', 'spool/spam/$'].map((place) => path.join(folder, place))
    const lost = [...ids].filter((id) => !places.some((place) => existsSync(place.replace('$', id))))
    wrong.push(...lost.map((id) => `${id} is lost`))
    const handles = listHandles().length
    if (handles > before) wrong.push(`${handles} files are open, not ${before}`)
    const peak = relay.peak()
    if (peak > PEAK) wrong.push(`it held ${peak} bytes`)
    const begin = performance.now()
    await relay.stop()
    const stopped = performance.now() - begin
    if (stopped > STOP) wrong.push(`it took ${stopped} ms to stop`)
    const rows = {
      ...Object.fromEntries(Object.entries(counts).sort()),
      ...{
        'slowest ms': `${slowest.took.toFixed(0)} (case ${slowest.number})`,
        'peak MB': (peak / 1024 ** 2).toFixed(0),
      },
      ...{ 'open files before and after': `${before} ${handles}`, 'acknowledged and there': ids.size - lost.length },
      ...{ 'ms to stop': stopped.toFixed(0), seed, wrong: wrong.length },
    }
    for (const [name, value] of Object.entries(rows)) process.stdout.write(`${name.padEnd(44)}${value}\n`)
  } finally {
    await relay.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const words of wrong.slice(0, 40)) process.stdout.write(`✗ ${words.slice(0, 300)}\n`)
  if (wrong.length > 0) process.exitCode = 1
}

/** Sends a case and reads until the other side closes, or is quiet after an answer. */
function converse(address: string, { pieces, pause: between, end }: HostileCase) {
  return new Promise<{ text: string; took: number; hangs: boolean }>((resolve) => {
    const socket = net.connect({ port: Number(new URL(address).port), allowHalfOpen: end === 'closes its half' })
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
      if (end === 'leaves') finish()
      if (end === 'closes its half') socket.end()
    })
  })
}

/** The whole answers in what came, and what is none. */
function readAnswers(text: string, head: boolean) {
  const answers: { status: number; type: string; body: string }[] = []
  let rest = text
  for (;;) {
    const [lines, status] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest) ?? []
    if (lines === undefined) return { answers, rest }
    const [, length = 0] = /^content-length: (\d+)/im.exec(lines) ?? []
    const end = lines.length + (head ? 0 : Number(length))
    const [, type = ''] = /^content-type: (\S+)/im.exec(lines) ?? []
    // After a 100 the answer is still to come.
    if (status !== '100') answers.push({ status: Number(status), type, body: rest.slice(lines.length, end) })
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
