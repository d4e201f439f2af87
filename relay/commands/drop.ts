import type { Command } from './command.ts'
import { changeSpool, type SpoolConfig } from './spool-access.ts'

/** Deletes a submission with its files, wherever it is. There is no way back. */
export const drop = {
  usage: 'drop <id>',
  description: 'a submission is deleted for good',
  async run(config: SpoolConfig, { id }: { id: string }) {
    const by = await changeSpool(config, { do: 'drop', id })
    return { data: { id, by }, text: `${id} was deleted.`, ok: true }
  },
} satisfies Command
