import type { StoreConfig } from '../store/open-store.ts'
import {
  ALL_OPTION,
  changeSubmissions,
  createChangeReport,
  describeDeliveryStart,
  type SubmissionSelection,
  selectSubmissionIds,
} from './change-store.ts'
import type { Command } from './command.ts'
import { FORM_OPTION } from './query.ts'

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
