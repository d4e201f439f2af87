import { Option } from 'commander'
import type { Command } from './command.ts'
import { changeSpool, type SpoolConfig } from './spool-access.ts'

/** One target is not waited for any longer; the others go on. */
export const abandon = {
  usage: 'abandon <id>',
  description: 'one of its targets is not waited for any longer',
  options: [new Option('--target <name>', 'the target that is given up').makeOptionMandatory()],
  async run(config: SpoolConfig, { id, target = '' }: { id: string; target?: string | undefined }) {
    const by = await changeSpool(config, { do: 'abandon', id, target })
    return { data: { id, target, by }, text: `${id} is not delivered to ${target} any more.`, ok: true }
  },
} satisfies Command
