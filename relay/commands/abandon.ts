import type { Report } from './command.ts'
import { changeSpool, type SpoolConfig } from './spool-access.ts'

/** One target is not waited for any longer; the others go on. Safe beside a running relay. */
export async function abandon(
  config: SpoolConfig,
  { id, target }: { id: string; target: string },
): Promise<Report<{ id: string; target: string; by: 'relay' | 'command' }>> {
  const by = await changeSpool(config, { do: 'abandon', id, target })
  return { data: { id, target, by }, text: `${id} is not delivered to ${target} any more.`, ok: true }
}
