import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { timeOf } from '../store/ids.ts'
import type { Envelope, Store } from '../store/store.ts'
import { kindOf, targetsFor } from '../targets/targets.ts'
import type { Alert } from './alerts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** No form can have this type. */
export const DIGEST = 'relay.held'

/** Pause between two looks: one that failed, or a machine that slept, makes little difference. */
const LOOK = HOUR

/** For so long after the end of a day, uploads of that day may still be on their way. */
const SETTLED = 10 * MINUTE

/** Days that are told of, at most: a relay may have been away over a long weekend. */
const LOOK_BACK = 7

/** Numbers that are told; `relay list` tells all. */
const MOST_NUMBERS = 100

type Held = Pick<Envelope, 'id' | 'formType' | 'spam'>

interface DigestOptions {
  config: Pick<Config, 'targets' | 'retention'>
  store: Pick<Store, 'list' | 'draft'>
  clock: Clock
  onAlert(alert: Alert): void
}

/**
 * Tells people of what was held back as spam, once a day and only of what is new: as a submission of our own, durable
 * and tried like any other, to the targets that people read. Of several relays at one store one commits it.
 */
export function createHeldDigest({ config, store, clock, onAlert }: DigestOptions) {
  const { targets, retention } = config
  /** What came before this time was told, as far as this process knows. */
  let told = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let cancelTimer = (): void => {}

  async function tell(): Promise<void> {
    const end = startOfDay(clock.now() - SETTLED)
    if (told >= end) return
    // What a digest told is known by the digest, which is deleted in its time.
    const back = Math.max(1, Math.min(LOOK_BACK, retention.doneDays))
    const found: Held[] = []
    for await (const { id, entry } of store.list({ places: ['spam'], order: 'newest' })) {
      if (timeOf(id) < Math.max(told, end - back * DAY)) break
      if (!entry || timeOf(id) >= end) continue
      const { formType, spam } = entry.envelope
      found.push({ id, formType, spam })
    }
    const since = await findLast(found.at(-1))
    const held = found.filter(({ id }) => timeOf(id) >= since)
    const names = readersOf(held)
    if (names.length > 0) await commit(held, names, end)
    told = end
  }

  /** Until when all was told, by whichever relay, as far as that came after the oldest of what is held. */
  async function findLast(oldest: Held | undefined): Promise<number> {
    if (oldest)
      for await (const { id, entry } of store.list({ places: ['queue', 'done', 'dead'], order: 'newest' })) {
        if (timeOf(id) < timeOf(oldest.id)) break
        if (entry?.envelope.formType === DIGEST) return startOfDay(timeOf(id) - SETTLED)
      }
    return Number.NEGATIVE_INFINITY
  }

  /** Targets that people read: those that would have got one of these, else all. */
  function readersOf(held: readonly Held[]): string[] {
    const readers = targets.filter((target) => kindOf(target).forPeople)
    const own = new Set(held.flatMap(({ formType }) => targetsFor(readers, formType)))
    return own.size > 0 || held.length === 0 ? [...own] : readers.map(({ name }) => name)
  }

  async function commit(held: readonly Held[], names: string[], end: number): Promise<void> {
    const now = new Date(clock.now()).toISOString()
    // With a space, as no key of a sender has one.
    const key = `digest ${new Date(end).toISOString()}`
    const draft = await store.draft()
    try {
      await draft.commit({
        ...{ version: 1, id: draft.id, receivedAt: now, formType: DIGEST },
        ...{ title: `${held.length} held back as spam`, values: summarise(held, retention.spamDays) },
        ...{ attachments: [], targets: names, idempotency: { key, payload: key }, spam: [] },
      })
    } finally {
      await draft.discard()
    }
  }

  function look(): void {
    looking = tell()
      .catch((error: Error) =>
        onAlert({ kind: 'disk', detail: `what is held back could not be told of: ${error.message}` }),
      )
      .finally(() => {
        cancelTimer = clock.setTimer(LOOK, look)
      })
  }

  return {
    start: look,
    async stop(): Promise<void> {
      await looking
      cancelTimer()
    },
  }
}

/** Forms, reasons and numbers; nothing that was sent. */
function summarise(held: readonly Held[], spamDays: number): Envelope['values'] {
  const forms = countWords(held.map(({ formType }) => formType)).map(([formType, count]) => {
    const reasons = countWords(held.flatMap((one) => (one.formType === formType ? one.spam : [])))
    return `${formType}: ${count} (${reasons.map((one) => one.join(' ')).join(', ')})`
  })
  const rest = held.length - MOST_NUMBERS
  const numbers = held.slice(0, MOST_NUMBERS).map(({ id }) => id)
  return {
    forms: forms.join('\n'),
    numbers: [...numbers, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
    toLook: 'relay list --place spam\nrelay show <number>',
    toDeliver: 'relay release <number>',
    deletedAfter: `${spamDays} days`,
  }
}

function countWords(words: readonly string[]): [word: string, count: number][] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
}

/** Midnight UTC before a time. */
function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY
}
