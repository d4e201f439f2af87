import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { type Clock, repeat, SECOND } from '../clock.ts'
import { formatDay, mergeFormCounts } from '../store/form-counts.ts'
import type { FormCount, Store } from '../store/store.ts'
import type { HttpProblem } from './http-problem.ts'

/** Interval between writes, in milliseconds. */
const WRITE_EVERY = 10 * SECOND

export type FormCounter = ReturnType<typeof createFormCounter>

/** Creates a counter of the steps of forms, which writes its counts from time to time. */
export function createFormCounter(store: Pick<Store, 'addFormCounts'>, clock: Clock) {
  let counts: FormCount[] = []
  const write = async (): Promise<void> => {
    if (counts.length === 0) return
    const written = counts
    counts = []
    // Keeps the counts for the next attempt if the store is unavailable.
    await store.addFormCounts(written).catch(() => {
      counts = mergeFormCounts([...written, ...counts])
    })
  }
  const stop = repeat(clock, { pause: WRITE_EVERY, start: 'after-pause' }, write)
  const count = (formType: string, ...steps: string[]): void => {
    const day = formatDay(clock.now())
    counts = mergeFormCounts([...counts, ...steps.map((step) => ({ day, formType, step, count: 1 }))])
  }
  return {
    count,
    /** Counts a submission with invalid answers, and each field of the form that has one. */
    countRejection(contract: Contract, { errors }: HttpProblem): void {
      const names = new Set(errors.map(({ field }) => field))
      const fields = listFields(contract).filter(({ name }) => names.has(name))
      count(contract.formType, 'rejected', ...fields.map(({ name }) => `rejected ${name}`))
    },
    async close(): Promise<void> {
      await stop()
      await write()
    },
  }
}
