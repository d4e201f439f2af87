import type { Report } from './command.ts'
import { changeSpool, type SpoolConfig } from './spool-access.ts'

/** Deletes a submission with its files, wherever it is. There is no way back. Safe beside a running relay. */
export async function drop(
  config: SpoolConfig,
  { id }: { id: string },
): Promise<Report<{ id: string; by: 'relay' | 'command' }>> {
  const by = await changeSpool(config, { do: 'drop', id })
  return { data: { id, by }, text: `${id} was deleted.`, ok: true }
}
