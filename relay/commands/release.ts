import type { StoreConfig } from '../store/open-store.ts'
import { changeStore, whenDelivered } from './change-store.ts'
import type { Command } from './command.ts'

export const release = {
  usage: 'release <id>',
  description: 'what was held back as spam is delivered after all',
  async run(config: StoreConfig, { id }: { id: string }) {
    const by = await changeStore(config, { do: 'release', id })
    return { data: { id, by }, text: `${id} is in the queue. ${whenDelivered(by)}`, ok: true }
  },
} satisfies Command
