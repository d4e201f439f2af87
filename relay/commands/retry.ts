import { Option } from 'commander'
import { findEntry } from '../spool/entries.ts'
import { targetNames } from '../targets/targets.ts'
import type { Command } from './command.ts'
import { isOpen } from './describe.ts'
import { changeSpool, existingSpool, type SpoolConfig, whenDelivered } from './spool-access.ts'

export const retry = {
  usage: 'retry <id>',
  description: 'dead deliveries are tried again from the start, waiting ones now; what is done is sent again',
  options: [new Option('--target <name>', 'only this target')],
  /** @throws when none of them is to a target that is set up */
  async run(config: SpoolConfig, { id, target }: { id: string; target?: string | undefined }) {
    const absent = await listAbsent(config, id, target)
    const by = await changeSpool(config, { do: 'retry', id, ...(target === undefined ? {} : { target }) })
    const left = absent.length > 0 ? ` What is for ${absent.join(', ')} stays: there is no such target.` : ''
    return { data: { id, by }, text: `${id} is in the queue again. ${whenDelivered(by)}${left}`, ok: true }
  },
} satisfies Command

/** Targets of this submission that are not set up. */
async function listAbsent({ spool, targets }: SpoolConfig, id: string, only: string | undefined): Promise<string[]> {
  const root = await existingSpool(spool)
  const names = targetNames(targets)
  const refuse = (name: string) =>
    new Error(
      `There is no target ${name}. There is: ${targets.map((one) => one.name).join(', ')}. Set it up again, or give up what is for it: relay abandon ${id} --target ${name}`,
    )
  if (only !== undefined && !names.includes(only)) throw refuse(only)
  const { deliveries = [] } = (await findEntry(root, id).catch(() => undefined)) ?? {}
  const open = deliveries.filter(({ status }) => isOpen(status)).map(({ target }) => target)
  const absent = open.filter((name) => !names.includes(name))
  if (absent[0] !== undefined && absent.length === open.length) throw refuse(absent[0])
  return only === undefined ? absent : []
}
