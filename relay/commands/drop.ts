import type { StoreConfig } from '../store/open-store.ts'
import { changeSubmissions, createChangeReport, selectSubmissionIds } from './change-store.ts'
import type { Command } from './command.ts'

/** Permanently deletes a submission and its files, wherever it is stored. */
export const dropCommand = {
  usage: 'drop <id>',
  description: 'delete a submission permanently',
  async run(config: StoreConfig, { id }: { id: string }) {
    const changes = await changeSubmissions(config, await selectSubmissionIds(config, { id }, []), (id) => ({
      do: 'drop',
      id,
    }))
    return createChangeReport(changes, { id }, (subject) => `${subject} was deleted.`)
  },
} satisfies Command
