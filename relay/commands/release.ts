import type { StoreConfig } from '../store/open-store.ts'
import { ALL, type Choice, changeAll, chooseIds, reportChange, whenDelivered } from './change-store.ts'
import type { Command } from './command.ts'
import { FORM } from './query.ts'

export const release = {
  usage: 'release [id]',
  description: 'deliver submissions that were held back as spam',
  options: [ALL, FORM],
  async run(config: StoreConfig, choice: Choice) {
    const ids = await chooseIds(config, choice, ['spam'])
    const changes = await changeAll(config, ids, (id) => ({ do: 'release', id }))
    return reportChange(changes, choice, (subject) => `Queued: ${subject}. ${whenDelivered(changes.by)}`)
  },
} satisfies Command
