import { Option } from 'commander'
import type { StoreConfig } from '../store/open-store.ts'
import { changeStore } from './change-store.ts'
import type { Command } from './command.ts'

/** One target is not waited for any longer; the others go on. */
export const abandon = {
  usage: 'abandon <id>',
  description: 'one of its targets is not waited for any longer',
  options: [new Option('--target <name>', 'the target that is given up').makeOptionMandatory()],
  async run(config: StoreConfig, { id, target = '' }: { id: string; target?: string | undefined }) {
    const by = await changeStore(config, { do: 'abandon', id, target })
    return { data: { id, target, by }, text: `${id} is not delivered to ${target} any more.`, ok: true }
  },
} satisfies Command
