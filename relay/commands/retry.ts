import { Option } from 'commander'
import { openReader, type StoreConfig } from '../store/open-store.ts'
import { targetNames } from '../targets/targets.ts'
import { changeStore, whenDelivered } from './change-store.ts'
import type { Command } from './command.ts'
import { isOpen } from './describe.ts'

export const retry = {
  usage: 'retry <id>',
  description: 'dead deliveries are tried again from the start, waiting ones now; what is done is sent again',
  options: [new Option('--target <name>', 'only this target')],
  /** @throws when none of them is to a target that is set up */
  async run(config: StoreConfig, { id, target }: { id: string; target?: string | undefined }) {
    const absent = await listAbsent(config, id, target)
    const by = await changeStore(config, { do: 'retry', id, ...(target === undefined ? {} : { target }) })
    const left = absent.length > 0 ? ` What is for ${absent.join(', ')} stays: there is no such target.` : ''
    return { data: { id, by }, text: `${id} is in the queue again. ${whenDelivered(by)}${left}`, ok: true }
  },
} satisfies Command

/** Targets of this submission that are not set up. */
async function listAbsent(config: StoreConfig, id: string, only: string | undefined): Promise<string[]> {
  const names = targetNames(config.targets)
  const refuse = (name: string) =>
    new Error(
      `There is no target ${name}. There is: ${config.targets.map((one) => one.name).join(', ')}. Set it up again, or give up what is for it: relay abandon ${id} --target ${name}`,
    )
  if (only !== undefined && !names.includes(only)) throw refuse(only)
  const store = await openReader(config)
  const entry = await store
    .read(id)
    .catch(() => undefined)
    .finally(() => store.close())
  const { deliveries = [] } = entry ?? {}
  const open = deliveries.filter(({ status }) => isOpen(status)).map(({ target }) => target)
  const absent = open.filter((name) => !names.includes(name))
  if (absent[0] !== undefined && absent.length === open.length) throw refuse(absent[0])
  return only === undefined ? absent : []
}
