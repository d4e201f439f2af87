import type { Command } from './command.ts'
import { changeSpool, type SpoolConfig, whenDelivered } from './spool-access.ts'

export const release = {
  usage: 'release <id>',
  description: 'what was held back as spam is delivered after all',
  async run(config: SpoolConfig, { id }: { id: string }) {
    const by = await changeSpool(config, { do: 'release', id })
    return { data: { id, by }, text: `${id} is in the queue. ${whenDelivered(by)}`, ok: true }
  },
} satisfies Command
