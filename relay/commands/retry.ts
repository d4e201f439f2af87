import { changeSpool, type SpoolConfig, whenDelivered } from './change-spool.ts'
import type { Report } from './report.ts'

/** Dead deliveries of a submission start again, waiting ones are tried at once, what is done is sent again. Safe beside a running relay. */
export async function retry(
  config: SpoolConfig,
  { id, target }: { id: string; target?: string | undefined },
): Promise<Report<{ id: string; by: 'relay' | 'command' }>> {
  const by = await changeSpool(config, { do: 'retry', id, ...(target === undefined ? {} : { target }) })
  return { data: { id, by }, text: `${id} is in the queue again. ${whenDelivered(by)}`, ok: true }
}
