import { getConfirmedAt } from '../store/confirmation.ts'
import { OUTCOME_FORM_TYPE } from '../store/outcome.ts'
import type { Store } from '../store/store.ts'
import type { Target } from '../targets/target.ts'

/**
 * Makes a target send what was recorded beside submissions. An entry that sends an outcome contains only the id of the
 * lead, so that nothing is sent after the lead was deleted, or if the relay stopped before it recorded the outcome.
 */
export function withLeadRecords(target: Target, store: Pick<Store, 'read'>): Target {
  return {
    ...target,
    async deliver(input, signal) {
      const { id, formType, values } = input.envelope
      if (getConfirmedAt(input.envelope) === null) {
        // `input` has the envelope as it was received, without a confirmation.
        const { envelope } = (await store.read(id)) ?? input
        if (envelope.confirmedTargets?.includes(target.name) && getConfirmedAt(envelope) === null)
          return { kind: 'skipped', detail: 'the visitor did not confirm the consent in time' }
        return target.deliver({ ...input, envelope }, signal)
      }
      if (formType !== OUTCOME_FORM_TYPE) return target.deliver(input, signal)
      const lead = await store.read(String(values.submission))
      const outcome = lead?.outcomes.find(({ event }) => event === id)
      if (!lead || !outcome) return { kind: 'skipped', detail: 'the submission or its outcome was deleted' }
      return target.deliver({ ...input, envelope: lead.envelope, event: { id, outcome } }, signal)
    },
  }
}
