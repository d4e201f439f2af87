import type { StoreConfig } from '../store/open-store.ts'
import { changeStore } from './change-store.ts'
import type { Command } from './command.ts'

/** Deletes a submission with its files, wherever it is. There is no way back. */
export const drop = {
  usage: 'drop <id>',
  description: 'a submission is deleted for good',
  async run(config: StoreConfig, { id }: { id: string }) {
    const by = await changeStore(config, { do: 'drop', id })
    return { data: { id, by }, text: `${id} was deleted.`, ok: true }
  },
} satisfies Command
