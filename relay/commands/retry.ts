import { Option } from 'commander'
import { type StoreConfig, withReader } from '../store/open-store.ts'
import { listTargetNames } from '../targets/targets.ts'
import {
  ALL_OPTION,
  changeSubmissions,
  createChangeReport,
  describeDeliveryStart,
  type SubmissionSelection,
  selectSubmissionIds,
} from './change-store.ts'
import type { Command } from './command.ts'
import { isOpenStatus } from './describe.ts'
import { FORM_OPTION } from './query.ts'

export const retryCommand = {
  usage: 'retry [id]',
  description: 'restart dead deliveries and attempt waiting ones now; with an id, also repeat completed ones',
  options: [new Option('--target <name>', 'only this target'), ALL_OPTION, FORM_OPTION],
  /** @throws if none of the open deliveries has a configured target */
  async run(config: StoreConfig, { target, ...choice }: SubmissionSelection & { target?: string | undefined }) {
    const names = listTargetNames(config.targets)
    if (target !== undefined && !names.includes(target)) throw noTarget(config, target, choice.id)
    const ids = await selectSubmissionIds(config, choice, ['queue', 'dead'], ({ deliveries }) =>
      deliveries.some(
        (state) =>
          (target === undefined ? names.includes(state.target) : state.target === target) &&
          (state.status === 'waiting' || state.status === 'dead'),
      ),
    )
    const [id = ''] = ids
    const absent = choice.all || target !== undefined ? [] : await listAbsent(config, id)
    const changes = await changeSubmissions(config, ids, (id) => ({
      do: 'retry',
      id,
      ...(target === undefined ? {} : { target }),
    }))
    const notice = absent.length > 0 ? ` Not configured, so not retried: ${absent.join(', ')}.` : ''
    return createChangeReport(
      changes,
      choice,
      (subject) => `Queued for retry: ${subject}. ${describeDeliveryStart(changes.by)}${notice}`,
    )
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
