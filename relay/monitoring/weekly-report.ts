import type { Envelope } from '../store/store.ts'
import {
  commitDigest,
  countWords,
  createDigest,
  type DigestOptions,
  listNumbers,
  SETTLED,
  startOfDay,
  summariseHeld,
} from './digest.ts'

/** No form can have this type. */
export const REPORT = 'relay.report'

const MONDAY = 1

type Told = Pick<Envelope, 'id' | 'formType' | 'spam'>

/**
 * Tells people on Mondays (UTC) of all that waits for somebody's decision: what is held back as spam and what was given
 * up. A relay that is off for the whole day tells it a week later; so the key, which counts for a day, is enough to
 * tell it once.
 */
export function createWeeklyReport(options: DigestOptions) {
  const { store, clock } = options
  /** The Monday of which this process has told. */
  let told: number | undefined

  async function tell(): Promise<void> {
    const day = startOfDay(clock.now() - SETTLED)
    if (new Date(day).getUTCDay() !== MONDAY || told === day) return
    const held: Told[] = []
    const dead: (Told & { targets: string[] })[] = []
    for await (const { entry } of store.list({ places: ['spam', 'dead', 'queue'], order: 'newest' })) {
      if (!entry) continue
      const { id, formType, spam } = entry.envelope
      const targets = entry.deliveries.filter(({ status }) => status === 'dead').map(({ target }) => target)
      if (entry.place === 'spam') held.push({ id, formType, spam })
      else if (targets.length > 0) dead.push({ id, formType, spam, targets })
    }
    const about = [...held, ...dead].map(({ formType }) => formType)
    if (about.length > 0)
      await commitDigest(options, {
        ...{ key: `week ${new Date(day).toISOString()}`, about, formType: REPORT },
        title: `This week: ${dead.length} not delivered, ${held.length} held back as spam`,
        values: {
          notDelivered: countWords(dead.flatMap(({ targets }) => targets))
            .map(([target, count]) => `${target}: ${count}`)
            .join('\n'),
          notDeliveredNumbers: listNumbers(dead),
          heldBack: summariseHeld(held),
          heldBackNumbers: listNumbers(held),
          toLook: 'relay list --place all\nrelay show <number>',
          toDeliver: 'relay retry <number>\nrelay release <number>',
        },
      })
    told = day
  }

  return createDigest(options, tell)
}
