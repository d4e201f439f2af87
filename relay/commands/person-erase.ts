import { Option } from 'commander'
import type { StoreConfig } from '../open-store.ts'
import type { DeliveryState, Entry, FailedChange } from '../store/store.ts'
import { getTargetType, type TargetConfig } from '../targets/targets.ts'
import { withRequestSender } from './change-store.ts'
import { type Command, type CommandArgs, formatTable } from './command.ts'
import { createNobodyError, findPersonEntries, PERSON_GROUP } from './person.ts'

/** Maximum number of ids per request to the relay. */
const BATCH = 500

/** Lists all submissions of one person, and with `yes`, deletes them everywhere in the store. */
export const personEraseCommand = {
  group: PERSON_GROUP,
  usage: 'erase <email>',
  description: "list one person's submissions and their deliveries, and delete the submissions with --yes",
  options: [new Option('--yes', 'delete the listed submissions permanently').default(false)],
  async run(config: StoreConfig, { email, forms, yes = false }: Pick<CommandArgs, 'email' | 'forms' | 'yes'>) {
    const submissions = new Map<string, PersonSubmission>()
    const warnings = new Set<string>()
    let failed: FailedChange[] = []
    for (let searching = true; searching; ) {
      const ids: string[] = []
      const entries = findPersonEntries(config, { email, forms }, (text) => warnings.add(text))
      for await (const { entry, isLocal } of entries) {
        ids.push(entry.envelope.id, ...entry.outcomes.flatMap(({ event }) => event ?? []))
        submissions.set(entry.envelope.id, describeSubmission(entry, isLocal, config.targets))
      }
      // The first request is sent even without ids, because it also completes an interrupted erasure.
      if (yes && (ids.length > 0 || submissions.size === 0)) failed = await eraseSubmissions(config, ids)
      // Searches again, because submissions may have arrived, or moved during the search.
      searching = yes && ids.length > 0 && failed.length === 0
    }
    if (submissions.size === 0 && warnings.size === 0) throw createNobodyError(email)
    const data = { email: email.trim(), erased: yes, submissions: [...submissions.values()], failed }
    const reasons = new Map(failed.map(({ id, reason }) => [id, `${id} was not deleted: ${reason}`]))
    return {
      data,
      text: formatSubmissions(data.submissions, yes ? submissions.size - reasons.size : undefined),
      warnings: [...warnings, ...reasons.values()],
      ok: warnings.size === 0 && failed.length === 0,
    }
  },
} satisfies Command

/**
 * Deletes submissions from the store and, with a database, also from this machine's spool.
 * @throws if a request fails and there are no ids; otherwise the report must still list the deliveries
 */
async function eraseSubmissions(config: StoreConfig, ids: readonly string[]): Promise<FailedChange[]> {
  const failed: FailedChange[] = []
  const stores = config.store === undefined ? [config] : [config, { ...config, store: undefined }]
  try {
    for (const store of stores)
      await withRequestSender(store, async (send) => {
        for (let start = 0; start === 0 || start < ids.length; start += BATCH)
          failed.push(...((await send({ do: 'erase', ids: ids.slice(start, start + BATCH) })) as FailedChange[]))
      })
    return failed
  } catch (error) {
    if (ids.length === 0) throw error
    return ids.map((id) => ({ id, reason: (error as Error).message }))
  }
}

interface PersonSubmission {
  id: string
  receivedAt: string
  formType: string
  place: string
  attachments: number
  /** Deliveries that have reached a target, or may have. */
  deliveries: Delivery[]
}

interface Delivery {
  target: string
  /** `attempted`: the receiver has not confirmed it. `unknown`: the state of a corrupt entry is not known. */
  outcome: 'delivered' | 'sending' | 'attempted' | 'unknown'
  at: string | null
  /** Files on this machine that the delivery created. */
  files: string[]
}

function describeSubmission(entry: Entry, isLocal: boolean, targets: readonly TargetConfig[]): PersonSubmission {
  const { id, receivedAt, formType, attachments, targets: names } = entry.envelope
  const deliveries =
    entry.place === 'corrupt'
      ? names.map((target) => ({ target, outcome: 'unknown' as const, at: null }))
      : entry.deliveries.flatMap(describeDelivery)
  return {
    id,
    receivedAt,
    formType,
    attachments: attachments.length,
    place: isLocal ? `local ${entry.place}` : entry.place,
    deliveries: deliveries.map((delivery) => {
      const target = targets.find(({ name }) => name === delivery.target)
      return { ...delivery, files: (target && getTargetType(target).listFiles?.(target, id)) ?? [] }
    }),
  }
}

/** Describes a delivery; returns an empty list if nothing can have reached the target. */
function describeDelivery({ target, status, history, reached }: DeliveryState): Omit<Delivery, 'files'>[] {
  const findTime = (...kinds: string[]) => history.findLast(({ kind }) => kinds.includes(kind))?.at ?? null
  const deliveredAt = findTime('delivered')
  const attemptedAt = findTime('temporary', 'dead', 'interrupted')
  if (status === 'delivered' || deliveredAt !== null || reached?.length)
    return [{ target, outcome: 'delivered', at: deliveredAt ?? attemptedAt }]
  if (status === 'sending') return [{ target, outcome: 'sending', at: null }]
  return attemptedAt === null ? [] : [{ target, outcome: 'attempted', at: attemptedAt }]
}

function formatSubmissions(submissions: readonly PersonSubmission[], deleted: number | undefined): string {
  const rows = submissions.map(({ id, receivedAt, place, formType, attachments }) => [
    ...[id, receivedAt, place, formType],
    `${attachments} ${attachments === 1 ? 'file' : 'files'}`,
  ])
  const lines = formatTable(rows).split('\n')
  const list = submissions.flatMap(({ deliveries }, index) => [
    lines[index] ?? '',
    ...deliveries.map(
      ({ target, outcome, at, files }) => `  ${[target, outcome, at ?? '', ...files].join('  ').trimEnd()}`,
    ),
  ])
  const count = deleted ?? submissions.length
  const subject = `${count} ${count === 1 ? 'submission' : 'submissions'}`
  const end =
    deleted === undefined ? `${subject} found. Nothing was deleted. To delete them, add --yes.` : `${subject} deleted.`
  const copies = submissions.some(({ deliveries }) => deliveries.length > 0)
  return [...list, copies ? `${end} Delete the copies at the targets listed above yourself.` : end].join('\n')
}
