import type { Config } from '../config.ts'
import { findEntry } from '../spool/entries.ts'
import type { Report } from './command.ts'
import { isOpen } from './describe.ts'
import { changeSpool, existingSpool, type SpoolConfig, whenDelivered } from './spool-access.ts'

/**
 * Dead deliveries of a submission start again, waiting ones are tried at once, what is done is sent again. Safe beside
 * a running relay.
 * @throws when none of them is to a target that is set up
 */
export async function retry(
  config: SpoolConfig,
  { id, target }: { id: string; target?: string | undefined },
): Promise<Report<{ id: string; by: 'relay' | 'command' }>> {
  const absent = await listAbsent(config, id, target)
  const by = await changeSpool(config, { do: 'retry', id, ...(target === undefined ? {} : { target }) })
  const left = absent.length > 0 ? ` What is for ${absent.join(', ')} stays: there is no such target.` : ''
  return { data: { id, by }, text: `${id} is in the queue again. ${whenDelivered(by)}${left}`, ok: true }
}

/** Targets of this submission that are not set up. */
async function listAbsent(
  { spool, targets }: Pick<Config, 'spool' | 'targets'>,
  id: string,
  only: string | undefined,
): Promise<string[]> {
  const root = await existingSpool(spool)
  const names = targets.map(({ name }) => name)
  const refuse = (name: string) =>
    new Error(
      `There is no target ${name}. There is: ${names.join(', ')}. Set it up again, or give up what is for it: relay abandon ${id} --target ${name}`,
    )
  if (only !== undefined && !names.includes(only)) throw refuse(only)
  const { deliveries = [] } = (await findEntry(root, id).catch(() => undefined)) ?? {}
  const open = deliveries.filter(({ status }) => isOpen(status)).map(({ target }) => target)
  const absent = open.filter((name) => !names.includes(name))
  if (absent[0] !== undefined && absent.length === open.length) throw refuse(absent[0])
  return only === undefined ? absent : []
}
