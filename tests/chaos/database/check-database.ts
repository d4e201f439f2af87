import { checksumOf, hash, isDelivered, type Ledger } from './receipts.ts'

type Query = (text: string) => Promise<Record<string, unknown>[]>

/** Number of entries per query. */
const PAGE = 1000

/**
 * Compares the database with the clients' receipts by idempotency key: of two submissions with the same key, the
 * database stores only one, under either id. Does not use relay code, because the relay is under test.
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
      const json = envelope ?? ''
      const text = json.slice(json.indexOf('"envelope":') + '"envelope":'.length, json.lastIndexOf('}'))
      const { values, idempotency } = JSON.parse(text)
      if (hash(text) !== JSON.parse(json).sha256) found.damaged.push(id ?? '')
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

/**
 * Lists entries from one relay's spool that were stored after newer entries. Rows of the idempotency table are never
 * updated, so their system columns show the insertion order.
 * @param since id of the first transaction after the outage. Ignores entries that were stored earlier: if the database
 * confirms an entry too late, the relay also stores it in the spool.
 */
export async function listOutOfOrder(query: Query, ids: readonly string[], since: number): Promise<string[]> {
  const text = `
    SELECT submission_id AS id FROM relay.idempotency WHERE xmin::text::bigint >= ${since}
    ORDER BY xmin::text::bigint, cmin::text::bigint`
  const rows = await query(text)
  const spooled = new Set(ids)
  const stored = rows.map(({ id }) => String(id)).filter((id) => spooled.has(id))
  return stored.filter((id, index) => index > 0 && id < (stored[index - 1] ?? ''))
}
