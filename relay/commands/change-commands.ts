import { Option } from 'commander'
import { type StoreConfig, withReader } from '../open-store.ts'
import type { DeliveryState } from '../store/store.ts'
import { listTargetNames } from '../targets/targets.ts'
import {
  changeSubmissions,
  createChangeReport,
  describeDeliveryStart,
  type SubmissionSelection,
  selectSubmissionIds,
} from './change-store.ts'
import type { Command } from './command.ts'
import { isOpenStatus } from './describe.ts'
import { FORM_OPTION } from './query.ts'

const ALL_OPTION = new Option('--all', 'all submissions that the command can change')

const isPending = ({ status }: DeliveryState): boolean => status === 'waiting' || status === 'dead'

export const retryCommand = {
  usage: 'retry [id]',
  description: 'restart dead deliveries and attempt waiting ones now; with an id, also repeat completed ones',
  options: [new Option('--target <name>', 'only this target'), ALL_OPTION, FORM_OPTION],
  /** @throws if none of the open deliveries has a configured target */
  async run(config: StoreConfig, { target, ...choice }: SubmissionSelection & { target?: string | undefined }) {
    const names = listTargetNames(config.targets)
    if (target !== undefined && !names.includes(target)) throw noTarget(config, target, choice.id)
    const wanted = target === undefined ? names : [target]
    const ids = await selectSubmissionIds(config, choice, ['queue', 'dead'], ({ deliveries }) =>
      deliveries.some((state) => wanted.includes(state.target) && isPending(state)),
    )
    const [id = ''] = ids
    const absent = choice.all || target !== undefined ? [] : await listAbsent(config, id)
    const changes = await changeSubmissions(config, ids, (id) => ({
      do: 'retry',
      id,
      ...(target === undefined ? {} : { target }),
    }))
    const notice = absent.length > 0 ? ` Not configured, so not retried: ${absent.join(', ')}.` : ''
    const start = describeDeliveryStart(changes.by)
    return createChangeReport(changes, choice, (subject) => `Queued for retry: ${subject}. ${start}${notice}`)
  },
} satisfies Command

/**
 * Returns the unconfigured targets of an entry's open deliveries.
 * @throws if none of the open deliveries has a configured target
 */
async function listAbsent(config: StoreConfig, id: string): Promise<string[]> {
  const names = listTargetNames(config.targets)
  const entry = await withReader(config, (store) => store.read(id).catch(() => undefined))
  const { deliveries = [] } = entry ?? {}
  const open = deliveries.filter(({ status }) => isOpenStatus(status)).map(({ target }) => target)
  const absent = open.filter((name) => !names.includes(name))
  if (absent[0] !== undefined && absent.length === open.length) throw noTarget(config, absent[0], id)
  return absent
}

function noTarget({ targets }: StoreConfig, name: string, id = '--all'): Error {
  const names = targets.map((target) => target.name).join(', ')
  return new Error(
    `There is no target ${name}. Configured targets: ${names}. Configure it again, or abandon its deliveries: relay abandon ${id} --target ${name}`,
  )
}

/** Abandons deliveries to one target. Deliveries to other targets continue. */
export const abandonCommand = {
  usage: 'abandon [id]',
  description: 'stop delivering a submission to one target',
  options: [new Option('--target <name>', 'target to abandon').makeOptionMandatory(), ALL_OPTION, FORM_OPTION],
  async run(config: StoreConfig, { target = '', ...choice }: SubmissionSelection & { target?: string | undefined }) {
    const ids = await selectSubmissionIds(config, choice, ['queue', 'dead'], ({ deliveries }) =>
      deliveries.some((state) => state.target === target && (isPending(state) || state.status === 'unconfirmed')),
    )
    const changes = await changeSubmissions(config, ids, (id) => ({ do: 'abandon', id, target }))
    const done = (subject: string) => `Abandoned delivery to ${target}: ${subject}.`
    const { data, ...report } = createChangeReport(changes, choice, done)
    return { data: { ...data, target }, ...report }
  },
} satisfies Command

export const releaseCommand = {
  usage: 'release [id]',
  description: 'deliver submissions that were held back as spam',
  options: [ALL_OPTION, FORM_OPTION],
  async run(config: StoreConfig, choice: SubmissionSelection) {
    const ids = await selectSubmissionIds(config, choice, ['spam'])
    const changes = await changeSubmissions(config, ids, (id) => ({ do: 'release', id }))
    return createChangeReport(changes, choice, (subject) => `Queued: ${subject}. ${describeDeliveryStart(changes.by)}`)
  },
} satisfies Command

/** Permanently deletes a submission and its files, wherever it is stored. */
export const dropCommand = {
  usage: 'drop <id>',
  description: 'delete a submission permanently',
  async run(config: StoreConfig, { id }: { id: string }) {
    const ids = await selectSubmissionIds(config, { id }, [])
    const changes = await changeSubmissions(config, ids, (id) => ({ do: 'drop', id }))
    return createChangeReport(changes, { id }, (subject) => `${subject} was deleted.`)
  },
} satisfies Command
