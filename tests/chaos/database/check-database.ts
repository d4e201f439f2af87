import { checksumOf, hash, isDelivered, type Ledger } from './receipts.ts'

type Query = (text: string) => Promise<Record<string, unknown>[]>

/** Entries that are read at once. */
const PAGE = 1000

/**
 * Compares what a database holds with what clients were told, by their keys: of two posts with the same key one was
 * stored, under whichever number. The relay's own code has no part in this: it is what is checked.
 */
export async function checkDatabase(query: Query, outbox: string, { receipts }: Ledger) {
  const found = { lost: [] as string[], damaged: [] as string[], twice: [] as string[], undelivered: [] as string[] }
  const stored = new Map<string, { id: string; place: unknown; values: string; files: string }>()
  for (let last = '00000000-0000-0000-0000-000000000000', more = true; more; ) {
    const rows = await query(`
      SELECT id, place, envelope, (
        SELECT string_agg(sha, ',' ORDER BY file) FROM (
          SELECT file, encode(sha256(string_agg(bytes, '' ORDER BY number)), 'hex') AS sha
          FROM relay.chunk WHERE submission_id = id GROUP BY file
        ) AS one
      ) AS files
      FROM relay.submission WHERE id > '${last}' ORDER BY id LIMIT ${PAGE}`)
    for (const { id, place, envelope, files } of rows as Record<string, string>[]) {
      const whole = envelope ?? ''
      const text = whole.slice(whole.indexOf('"envelope":') + '"envelope":'.length, whole.lastIndexOf('}'))
      const { values, idempotency } = JSON.parse(text)
      if (hash(text) !== JSON.parse(whole).sha256) found.damaged.push(id ?? '')
      if (stored.has(idempotency.key)) found.twice.push(idempotency.key)
      stored.set(idempotency.key, { id: id ?? '', place, values: checksumOf(values), files: files ?? '' })
    }
    last = (rows.at(-1)?.id as string | undefined) ?? last
    more = rows.length === PAGE
  }
  for (const receipt of receipts) {
    const entry = stored.get(receipt.key)
    if (!entry) found.lost.push(receipt.id)
    else if (entry.values !== receipt.values || entry.files !== (receipt.sha256 ?? '')) found.damaged.push(entry.id)
    else if (entry.place !== 'done' || !(await isDelivered(outbox, { ...receipt, id: entry.id })))
      found.undelivered.push(entry.id)
  }
  const [row] = await query(`SELECT count(*)::int AS count FROM relay.delivery WHERE state::text LIKE '%interrupted%'`)
  return { ...found, interrupted: Number(row?.count) }
}

/** Of what waited on one machine, what was stored before something older. Rows of keys are written once. */
export async function listOutOfOrder(query: Query, ids: readonly string[]): Promise<string[]> {
  const order = 'xmin::text::bigint, cmin::text::bigint'
  const rows = await query(`SELECT submission_id AS id FROM relay.idempotency ORDER BY ${order}`)
  const waited = new Set(ids)
  const stored = rows.map(({ id }) => String(id)).filter((id) => waited.has(id))
  return stored.filter((id, at) => at > 0 && id < (stored[at - 1] ?? ''))
}
