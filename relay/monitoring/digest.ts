import { type Clock, DAY, HOUR, MINUTE } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Envelope, Store } from '../store/store.ts'
import { kindOf, targetsFor } from '../targets/targets.ts'
import type { Alert } from './alert.ts'

/** Pause between two looks: one that failed, or a machine that slept, makes little difference. */
const LOOK = HOUR

/** For so long after the end of a day, uploads of that day may still be on their way, in milliseconds. */
export const SETTLED = 10 * MINUTE

/** Numbers that are told; `relay list` tells all. */
const MOST_NUMBERS = 100

export interface DigestOptions {
  config: Pick<Config, 'targets' | 'retention'>
  store: Pick<Store, 'list' | 'draft'>
  clock: Clock
  onAlert(alert: Alert): void
}

/** Whether a submission is one of our own. The types of forms have no dot. */
export function isDigest(formType: string): boolean {
  return formType.startsWith('relay.')
}

/** Looks each hour whether there is something to tell. */
export function createDigest({ clock, onAlert }: Pick<DigestOptions, 'clock' | 'onAlert'>, tell: () => Promise<void>) {
  let looking: Promise<void> | undefined
  let cancelTimer = (): void => {}

  function look(): void {
    looking = tell()
      .catch((error: Error) => onAlert({ kind: 'disk', detail: `a digest could not be written: ${error.message}` }))
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

/**
 * Tells people as a submission of our own, durable and tried like any other. It goes to the targets that people read:
 * those that get one of these forms, else all.
 * @param about the forms that it is about
 * @param key of several relays at one store one commits it, within a day
 */
export async function commitDigest(
  { config, store, clock }: DigestOptions,
  { key, about, ...told }: Pick<Envelope, 'formType' | 'title' | 'values'> & { key: string; about: readonly string[] },
): Promise<void> {
  const readers = config.targets.filter((target) => kindOf(target).forPeople)
  const own = new Set(about.flatMap((formType) => targetsFor(readers, formType)))
  const targets = own.size > 0 || about.length === 0 ? [...own] : readers.map(({ name }) => name)
  if (targets.length === 0) return
  const draft = await store.draft()
  try {
    await draft.commit({
      ...{
        ...told,
        version: 1,
        id: draft.id,
        receivedAt: new Date(clock.now()).toISOString(),
        attachments: [],
        targets,
      },
      // With a space, as no key of a sender has one.
      ...{ idempotency: { key: `digest ${key}`, payload: key }, spam: [] },
    })
  } finally {
    await draft.discard()
  }
}

/** Numbers of submissions, one a line. */
export function listNumbers(all: readonly { id: string }[]): string {
  const rest = all.length - MOST_NUMBERS
  return [...all.slice(0, MOST_NUMBERS).map(({ id }) => id), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

/** What is held back by form, with the reasons. Nothing that was sent. */
export function summariseHeld(held: readonly Pick<Envelope, 'formType' | 'spam'>[]): string {
  const forms = countWords(held.map(({ formType }) => formType)).map(([formType, count]) => {
    const reasons = countWords(held.flatMap((one) => (one.formType === formType ? one.spam : [])))
    return `${formType}: ${count} (${reasons.map((one) => one.join(' ')).join(', ')})`
  })
  return forms.join('\n')
}

/** How often each word comes, in the order of their first. */
export function countWords(words: readonly string[]): [word: string, count: number][] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
}

/** Midnight UTC before a time. */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY
}
