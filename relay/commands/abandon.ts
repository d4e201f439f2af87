import { Option } from 'commander'
import type { StoreConfig } from '../store/open-store.ts'
import { ALL, type Choice, changeAll, chooseIds, reportChange } from './change-store.ts'
import type { Command } from './command.ts'
import { FORM } from './query.ts'

/** Abandons deliveries to one target. Deliveries to other targets continue. */
export const abandon = {
  usage: 'abandon [id]',
  description: 'stop delivering a submission to one target',
  options: [new Option('--target <name>', 'target to abandon').makeOptionMandatory(), ALL, FORM],
  async run(config: StoreConfig, { target = '', ...choice }: Choice & { target?: string | undefined }) {
    const ids = await chooseIds(config, choice, ['queue', 'dead'], ({ deliveries }) =>
      deliveries.some((state) => state.target === target && (state.status === 'waiting' || state.status === 'dead')),
    )
    const changes = await changeAll(config, ids, (id) => ({ do: 'abandon', id, target }))
    const { data, ...report } = reportChange(
      changes,
      choice,
      (subject) => `Abandoned delivery to ${target}: ${subject}.`,
    )
    return { data: { ...data, target }, ...report }
  },
} satisfies Command
