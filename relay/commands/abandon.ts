import { Option } from 'commander'
import type { StoreConfig } from '../store/open-store.ts'
import {
  ALL_OPTION,
  changeSubmissions,
  createChangeReport,
  type SubmissionSelection,
  selectSubmissionIds,
} from './change-store.ts'
import type { Command } from './command.ts'
import { FORM_OPTION } from './query.ts'

/** Abandons deliveries to one target. Deliveries to other targets continue. */
export const abandonCommand = {
  usage: 'abandon [id]',
  description: 'stop delivering a submission to one target',
  options: [new Option('--target <name>', 'target to abandon').makeOptionMandatory(), ALL_OPTION, FORM_OPTION],
  async run(config: StoreConfig, { target = '', ...choice }: SubmissionSelection & { target?: string | undefined }) {
    const ids = await selectSubmissionIds(config, choice, ['queue', 'dead'], ({ deliveries }) =>
      deliveries.some((state) => state.target === target && (state.status === 'waiting' || state.status === 'dead')),
    )
    const changes = await changeSubmissions(config, ids, (id) => ({ do: 'abandon', id, target }))
    const { data, ...report } = createChangeReport(
      changes,
      choice,
      (subject) => `Abandoned delivery to ${target}: ${subject}.`,
    )
    return { data: { ...data, target }, ...report }
  },
} satisfies Command
