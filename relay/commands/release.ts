import type { Report } from './command.ts'
import { changeSpool, type SpoolConfig, whenDelivered } from './spool-access.ts'

/** What was held back as spam is delivered after all. Safe beside a running relay. */
export async function release(
  config: SpoolConfig,
  { id }: { id: string },
): Promise<Report<{ id: string; by: 'relay' | 'command' }>> {
  const by = await changeSpool(config, { do: 'release', id })
  return { data: { id, by }, text: `${id} is in the queue. ${whenDelivered(by)}`, ok: true }
}
