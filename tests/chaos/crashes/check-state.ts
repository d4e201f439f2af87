import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { verifyCommand } from '../../../relay/commands/verify.ts'
import { createDeliveryWorker } from '../../../relay/delivery/delivery.ts'
import type { SiteForms } from '../../../relay/site-forms.ts'
import { openFolderStore } from '../../../relay/spool/folder-store.ts'
import type { Entry, Envelope } from '../../../relay/store/store.ts'
import { fileTarget } from '../../../relay/targets/file.ts'
import { createSubmissionRecord } from '../../../relay/targets/record.ts'
import type { Target } from '../../../relay/targets/target.ts'
import { createFakeClock } from '../../relay/fake-clock.ts'
import { countAtRest, letTimePass } from '../faults/relay-harness.ts'
import { differenceOf, fileDifference, outboxDifference, type Sent } from '../faults/sent.ts'
import type { DiskState } from './disk-model.ts'
import type { Recording } from './recording.ts'

const RETENTION = { doneDays: 30, spamDays: 30 }

/** What the senders, operators and webhook knew about a submission at the time of the power cut. */
interface Knowledge extends Sent {
  acknowledged: boolean
  /**
   * `asked`: an operator has requested the release, but the relay has not confirmed it and may not have carried it out.
   */
  released: 'no' | 'asked' | 'done'
  dropped: 'no' | 'asked' | 'done'
  /** Whether the webhook has rejected the submission permanently and no retry has been confirmed. */
  refused: boolean
  /** Whether the webhook has received the submission (since the last confirmed retry, if there was one). */
  received: boolean
}

interface Findings {
  lost: string[]
  half: string[]
  /** Submissions that need an operator, failed starts, and dropped entries that reappeared. */
  parked: string[]
}

/** Returns what was known after a given line of the recording, and the time of that line. */
export function knowledgeAt({ events, sent }: Recording, line: number) {
  const past = events.filter((event) => event.line <= line)
  const indexOf = (name: string) => past.findLastIndex(({ event }) => event === name)
  const known = sent.map((submission): Knowledge => {
    const { id } = submission
    const stateOf = (command: string) =>
      indexOf(`did ${command} ${id}`) >= 0 ? 'done' : indexOf(`ask ${command} ${id}`) >= 0 ? 'asked' : 'no'
    const since = stateOf('retry') === 'done' ? indexOf(`ask retry ${id}`) : 0
    return {
      ...submission,
      acknowledged: indexOf(`acknowledged ${id}`) >= 0,
      released: stateOf('release'),
      dropped: stateOf('drop'),
      refused: indexOf(`410 ${id}`) >= 0 && stateOf('retry') !== 'done',
      received: past.slice(since).some(({ event }) => event === `received ${id}`),
    }
  })
  return { known, now: Math.max(0, ...past.map(({ time }) => time)), isSwept: indexOf('days pass') >= 0 }
}

/**
 * Writes a state to a folder, starts the relay's spool and delivery on it, waits until nothing is pending, and checks
 * every promise that the relay had made. Delivers to a real outbox and to a fake webhook that accepts everything.
 */
export async function checkState(
  state: DiskState,
  about: ReturnType<typeof knowledgeAt>,
  forms: SiteForms,
  folder: string,
) {
  const found: Findings = { lost: [], half: [], parked: [] }
  const { known, now, isSwept } = about
  write(state, folder)
  const [spool, outbox] = [path.join(folder, 'spool'), path.join(folder, 'outbox')]
  const byId = new Map(known.map((submission) => [submission.id, submission]))

  for (const [at, bytes] of state) {
    const [place, name = ''] = at.split(path.sep)
    const sent = byId.get(name.slice(0, -path.extname(name).length))
    // Files with their final names must be complete, because outbox readers may read them immediately.
    if (place === 'outbox' && sent && bytes && (await fileDifference(sent, name, bytes))) found.half.push(at)
  }

  const differenceFrom = (sent: Sent, envelope: Envelope) =>
    differenceOf(
      sent,
      createSubmissionRecord(envelope, forms, () => undefined),
    )
  const clock = createFakeClock(now + 60_000)
  const atRest = await countAtRest()
  const redelivered = new Set<string>()
  const webhook: Target = {
    ...{ name: 'webhook', schedule: [0, 5000], timeout: 15_000, probe: async () => '' },
    async deliver({ envelope }) {
      const sent = byId.get(envelope.id)
      const difference = sent && differenceFrom(sent, envelope)
      if (!sent || difference) found.half.push(difference ?? `${envelope.id} was delivered but never sent`)
      redelivered.add(envelope.id)
      return { kind: 'delivered', detail: '' }
    },
  }
  const targets = [fileTarget.create({ folder: outbox, name: 'file', forms: [] }, { forms, clock }), webhook]
  const names = targets.map(({ name }) => name)
  try {
    const store = await openFolderStore({ folder: spool, clock, targets: names, retention: RETENTION })
    const delivery = createDeliveryWorker({ store, targets, clock })
    delivery.start()
    const queue = path.join(spool, 'queue')
    const isIdle = await letTimePass(clock, () => readdirSync(queue).length === 0, { atRest })
    await delivery.stop()
    const entries = new Map<string, Entry>()
    for await (const { id, entry } of store.list()) if (entry) entries.set(id, entry)
    await store.close()
    if (!isIdle) found.parked.push(...readdirSync(queue).map((id) => `queue/${id}`))
    const { damaged, corrupt } = (await verifyCommand.run({ spool })).data
    found.parked.push(...damaged.map(({ id, reason }) => `${id}: ${reason}`), ...corrupt.map((id) => `corrupt/${id}`))

    for (const sent of known) {
      const { id, spam, acknowledged, released, dropped, refused, received } = sent
      const entry = entries.get(id)
      if (dropped === 'done' && (entry || redelivered.has(id)))
        found.parked.push(`${id} reappeared after it was dropped`)
      if (!acknowledged || dropped !== 'no') continue
      const isIntact = entry && !differenceFrom(sent, entry.envelope)
      if (spam && released !== 'done' && (isSwept || (isIntact && entry.place === 'spam'))) continue
      const isDelivered = received || redelivered.has(id) || (refused && isIntact && entry.place === 'dead')
      const difference = await outboxDifference(sent, outbox)
      if (difference || !isDelivered) found.lost.push(difference ?? `${id} never reaches the webhook`)
    }
  } catch (error) {
    found.parked.push(`start failed: ${(error as Error).message}`)
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
  // Backdates the opening lock so that it counts as stale, because no machine restarts within seconds of a power cut.
  const lock = path.join('spool', 'opening.lock')
  if (state.has(lock)) utimesSync(path.join(folder, lock), 1, 1)
}

/** Returns the same hash for equal states. */
export function hashState(state: DiskState): string {
  const hash = createHash('sha1')
  for (const [at, bytes] of state) hash.update(`${at}\n${bytes?.length}\n`).update(bytes ?? '')
  return hash.digest('hex')
}
