import { DAY } from '../clock.ts'
import { timeOf } from '../store/ids.ts'
import type { Envelope } from '../store/store.ts'
import {
  commitDigest,
  createDigest,
  type DigestOptions,
  listNumbers,
  SETTLED,
  startOfDay,
  summariseHeld,
} from './digest.ts'

/** No form can have this type. */
export const DIGEST = 'relay.held'

/** Days that are told of, at most: a relay may have been away over a long weekend. */
const LOOK_BACK = 7

type Held = Pick<Envelope, 'id' | 'formType' | 'spam'>

/** Tells people of what was held back as spam, once a day and only of what is new. */
export function createHeldDigest(options: DigestOptions) {
  const { config, store, clock } = options
  const { doneDays, spamDays } = config.retention
  /** What came before this time was told, as far as this process knows. */
  let told = Number.NEGATIVE_INFINITY

  async function tell(): Promise<void> {
    const end = startOfDay(clock.now() - SETTLED)
    if (told >= end) return
    // What a digest told is known by the digest, which is deleted in its time.
    const back = Math.max(1, Math.min(LOOK_BACK, doneDays))
    const found: Held[] = []
    for await (const { id, entry } of store.list({ places: ['spam'], order: 'newest' })) {
      if (timeOf(id) < Math.max(told, end - back * DAY)) break
      if (!entry || timeOf(id) >= end) continue
      const { formType, spam } = entry.envelope
      found.push({ id, formType, spam })
    }
    const since = await findLast(found.at(-1))
    const held = found.filter(({ id }) => timeOf(id) >= since)
    if (held.length > 0)
      await commitDigest(options, {
        ...{ key: new Date(end).toISOString(), about: held.map(({ formType }) => formType) },
        ...{ formType: DIGEST, title: `${held.length} held back as spam` },
        values: {
          forms: summariseHeld(held),
          numbers: listNumbers(held),
          toLook: 'relay list --place spam\nrelay show <number>',
          toDeliver: 'relay release <number>',
          deletedAfter: `${spamDays} days`,
        },
      })
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

  return createDigest(options, tell)
}
