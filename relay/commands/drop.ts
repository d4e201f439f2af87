import type { StoreConfig } from '../store/open-store.ts'
import { changeAll, chooseIds, reportChange } from './change-store.ts'
import type { Command } from './command.ts'

/** Permanently deletes a submission and its files, wherever it is stored. */
export const drop = {
  usage: 'drop <id>',
  description: 'delete a submission permanently',
  async run(config: StoreConfig, { id }: { id: string }) {
    const changes = await changeAll(config, await chooseIds(config, { id }, []), (id) => ({ do: 'drop', id }))
    return reportChange(changes, { id }, (subject) => `${subject} was deleted.`)
  },
} satisfies Command
