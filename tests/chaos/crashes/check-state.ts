import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { verify } from '../../../relay/commands/verify.ts'
import { createDelivery } from '../../../relay/delivery/delivery.ts'
import type { FormBook } from '../../../relay/intake/form-book.ts'
import { openFolderStore } from '../../../relay/spool/folder-store.ts'
import type { Entry, Envelope } from '../../../relay/store/store.ts'
import { file } from '../../../relay/targets/file.ts'
import { createRecord } from '../../../relay/targets/record.ts'
import type { Target } from '../../../relay/targets/target.ts'
import { createFakeClock } from '../../relay/fake-clock.ts'
import { countAtRest, letTimePass } from '../faults/relay-life.ts'
import { differenceOf, fileDifference, outboxDifference, type Sent } from '../faults/sent.ts'
import type { DiskState } from './disk-model.ts'
import type { Recording } from './recording.ts'

const RETENTION = { doneDays: 30, spamDays: 30 }

/** What people know of a submission at the moment of the power cut. */
interface Knowledge extends Sent {
  acknowledged: boolean
  /** `asked` without an answer may be done or not. */
  released: 'no' | 'asked' | 'done'
  dropped: 'no' | 'asked' | 'done'
  /** It was refused for good, and nobody was told that it is tried again. */
  refused: boolean
  /** The webhook has it, also since somebody asked to send it again. */
  received: boolean
}

interface Findings {
  lost: string[]
  half: string[]
  /** Submissions that only an operator could deliver now, refused starts, and dropped entries that came back. */
  parked: string[]
}

/** What was known right after a line of the recording, and the time. */
export function knowledgeAt({ events, sent }: Recording, line: number) {
  const told = events.filter((one) => one.line <= line)
  const has = (event: string) => told.findLastIndex((one) => one.event === event)
  const known = sent.map((one): Knowledge => {
    const { id } = one
    const doneOf = (what: string) =>
      has(`did ${what} ${id}`) >= 0 ? 'done' : has(`ask ${what} ${id}`) >= 0 ? 'asked' : 'no'
    const since = doneOf('retry') === 'done' ? has(`ask retry ${id}`) : 0
    return {
      ...one,
      acknowledged: has(`acknowledged ${id}`) >= 0,
      released: doneOf('release'),
      dropped: doneOf('drop'),
      refused: has(`410 ${id}`) >= 0 && doneOf('retry') !== 'done',
      received: told.slice(since).some(({ event }) => event === `received ${id}`),
    }
  })
  return { known, now: Math.max(0, ...told.map(({ time }) => time)), isSwept: has('days pass') >= 0 }
}

/**
 * Puts a state on a disk, starts the relay's spool and delivery on it, waits until all that waits is delivered, and
 * looks at everything that somebody was promised. The outbox is the relay's own target; what a webhook is sent is taken
 * by us.
 */
export async function checkState(
  state: DiskState,
  about: ReturnType<typeof knowledgeAt>,
  forms: FormBook,
  folder: string,
) {
  const found: Findings = { lost: [], half: [], parked: [] }
  const { known, now, isSwept } = about
  write(state, folder)
  const [spool, outbox] = [path.join(folder, 'spool'), path.join(folder, 'outbox')]
  const bySender = new Map(known.map((one) => [one.id, one]))

  for (const [at, bytes] of state) {
    const [place, name = ''] = at.split(path.sep)
    const one = bySender.get(name.slice(0, -path.extname(name).length))
    // Whoever reads the outbox takes what has its name.
    if (place === 'outbox' && one && bytes && (await fileDifference(one, name, bytes))) found.half.push(at)
  }

  const differenceFrom = (one: Sent, envelope: Envelope) =>
    differenceOf(
      one,
      createRecord(envelope, forms, () => undefined),
    )
  const clock = createFakeClock(now + 60_000)
  const atRest = await countAtRest()
  const again = new Set<string>()
  const webhook: Target = {
    ...{ name: 'webhook', schedule: [0, 5000], timeout: 15_000, probe: async () => '' },
    async deliver({ envelope }) {
      const one = bySender.get(envelope.id)
      const difference = one && differenceFrom(one, envelope)
      if (!one || difference) found.half.push(difference ?? `${envelope.id} was delivered, and nobody sent it`)
      again.add(envelope.id)
      return { kind: 'delivered', detail: '' }
    },
  }
  const targets = [file.create({ folder: outbox, name: 'file', forms: [] }, { forms, clock }), webhook]
  const names = targets.map(({ name }) => name)
  try {
    const store = await openFolderStore({ folder: spool, clock, targets: names, retention: RETENTION })
    const delivery = createDelivery({ store, targets, clock })
    delivery.start()
    const queue = path.join(spool, 'queue')
    const rests = await letTimePass(clock, () => readdirSync(queue).length === 0, { atRest })
    await delivery.stop()
    const stands = new Map<string, Entry>()
    for await (const { id, entry } of store.list()) if (entry) stands.set(id, entry)
    await store.close()
    if (!rests) found.parked.push(...readdirSync(queue).map((id) => `queue/${id}`))
    const { damaged, corrupt } = (await verify.run({ spool })).data
    found.parked.push(...damaged.map(({ id, reason }) => `${id}: ${reason}`), ...corrupt.map((id) => `corrupt/${id}`))

    for (const one of known) {
      const entry = stands.get(one.id)
      const { acknowledged, released, dropped, refused, received } = one
      if (dropped === 'done' && (entry || again.has(one.id)))
        found.parked.push(`${one.id} came back after it was dropped`)
      if (!acknowledged || dropped !== 'no') continue
      const whole = entry && !differenceFrom(one, entry.envelope)
      if (one.spam && released !== 'done' && (isSwept || (whole && entry.place === 'spam'))) continue
      const reaches = received || again.has(one.id) || (refused && whole && entry.place === 'dead')
      const difference = await outboxDifference(one, outbox)
      if (difference || !reaches) found.lost.push(difference ?? `${one.id} never reaches the webhook`)
    }
  } catch (error) {
    found.parked.push(`the start is refused: ${(error as Error).message}`)
  }
  return found
}

function write(state: DiskState, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [at, bytes] of state) {
    const file = path.join(folder, at)
    if (bytes) writeFileSync(file, bytes)
    else mkdirSync(file)
  }
  // Nobody starts again within seconds of a power cut; the lock for opening goes by this time.
  const lock = path.join('spool', 'opening.lock')
  if (state.has(lock)) utimesSync(path.join(folder, lock), 1, 1)
}

/** The same for states that are the same. */
export function hashState(state: DiskState): string {
  const hash = createHash('sha1')
  for (const [at, bytes] of state) hash.update(`${at}\n${bytes?.length}\n`).update(bytes ?? '')
  return hash.digest('hex')
}
