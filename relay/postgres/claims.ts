import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Alert } from '../store/alert.ts'
import { createInterruptedAlert, markClaimed, markInterrupted, markSettled } from '../store/delivery-state.ts'
import { createUnusableEntryAlert, NewerVersionError, parseEnvelope } from '../store/envelope-text.ts'
import type { Claim, DeliveryState, Store, TargetBacklog } from '../store/store.ts'
import { changeEntry, quarantineEntry } from './changes.ts'
import { isDatabaseUnavailable } from './database.ts'
import { verifyAttachments } from './entries.ts'
import { toDeliveryColumns } from './submissions.ts'

/** Milliseconds after which a relay that has not renewed its claims is considered dead. */
export const LEASE_MS = 60_000

/**
 * Claims the oldest due deliveries of each target, all with the same token. Skips deliveries that another relay is
 * claiming.
 */
const CLAIM = {
  name: 'claim',
  text: `
  WITH due AS MATERIALIZED (
    SELECT found.*
    FROM unnest($1::text[], $2::integer[]) AS slots (target, free), LATERAL (
      SELECT submission_id, target FROM relay.delivery
      WHERE status = 'waiting' AND target = slots.target AND next_at <= now()
      ORDER BY next_at LIMIT slots.free
      FOR UPDATE SKIP LOCKED
    ) AS found
  )
  UPDATE relay.delivery AS d
  SET status = 'sending', claimed_by = $3, claimed_until = now() + ${LEASE_MS} * interval '1 ms'
  FROM due JOIN relay.submission AS s ON s.id = due.submission_id
  WHERE d.submission_id = due.submission_id AND d.target = due.target
  RETURNING s.id, s.envelope, d.target, d.state`,
}

/** Makes claimed deliveries due again as they were before the claim. */
const RELEASE = `
  UPDATE relay.delivery SET status = 'waiting', claimed_by = NULL, claimed_until = NULL WHERE claimed_by = ANY ($1)`

/** Postpones a delivery that cannot be read, so that it does not block other deliveries. */
const POSTPONE = `
  UPDATE relay.delivery
  SET status = 'waiting', claimed_by = NULL, claimed_until = NULL, next_at = now() + interval '10 min'
  WHERE submission_id = $1 AND claimed_by = $2`

/**
 * Settles one delivery. If two deliveries of an entry end concurrently, the second waits for the row lock and then sees
 * the result of the first, so the last delivery moves the entry.
 */
const SETTLE = {
  name: 'settle',
  text: `
  WITH own AS MATERIALIZED (
    SELECT target, status, claimed_by FROM relay.delivery WHERE submission_id = $1 ORDER BY target FOR UPDATE
  ), noted AS (
    UPDATE relay.delivery AS d
    SET status = new.status, next_at = now() + new.wait * interval '1 ms', state = new.state,
      claimed_by = NULL, claimed_until = NULL
    FROM own JOIN unnest($2::text[], $3::text[], $4::float8[], $5::json[]) AS new (target, status, wait, state)
      ON own.target = new.target AND own.claimed_by = $6
    WHERE d.submission_id = $1 AND d.target = own.target
    RETURNING d.target, d.status
  ), states AS (
    SELECT status FROM noted UNION ALL SELECT status FROM own WHERE target NOT IN (SELECT target FROM noted)
  )
  UPDATE relay.submission
  SET place = CASE WHEN 'dead' IN (SELECT status FROM states) THEN 'dead' ELSE 'done' END,
    ended_at = CASE WHEN 'dead' IN (SELECT status FROM states) THEN NULL ELSE now() END
  WHERE id = $1 AND EXISTS (SELECT FROM noted)
    AND NOT EXISTS (SELECT FROM states WHERE status IN ('waiting', 'unconfirmed', 'sending'))`,
}

const NEXT_DUE = {
  name: 'next-due',
  text: `
  SELECT extract(epoch FROM min(found.next_at) - now())::float8 * 1000 AS pause
  FROM unnest($1::text[]) AS name, LATERAL (
    SELECT next_at FROM relay.delivery WHERE status = 'waiting' AND target = name ORDER BY next_at LIMIT 1
  ) AS found`,
}

/** Counts waiting deliveries. Compares each status separately, so that both comparisons can use a partial index. */
const WAITING = `
  SELECT target, count(*)::integer AS count, min(submission_id::text) AS oldest FROM relay.delivery
  WHERE status = 'waiting' OR status = 'sending' GROUP BY target`

interface ClaimRow {
  id: string
  envelope: string
  target: string
  state: DeliveryState
}

/** Claims deliveries for this relay; see `Store`. */
export function createClaimManager(pool: Pool, clock: Clock, alert: (alert: Alert) => void) {
  /** Number of this relay's unsettled claims, by token. */
  const live = new Map<string, number>()
  /** Times at which claims failed, by token. None of their deliveries has been attempted. */
  const failed = new Map<string, number>()

  /** Parses a row; quarantines a damaged entry. Rejects if the database is unavailable. */
  async function readClaim({ id, envelope: text, state }: ClaimRow, token: string): Promise<Claim | undefined> {
    try {
      const envelope = parseEnvelope(text, id)
      await verifyAttachments(pool, envelope)
      return { envelope, state: markClaimed(state), token }
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      return quarantineEntry(pool, id, error, alert).catch(async () => {
        await pool.query(POSTPONE, [id, token])
        alert(createUnusableEntryAlert(id, error, 'database'))
        return undefined
      })
    }
  }

  return {
    async claim(slots) {
      const claims: Claim[] = []
      const token = randomUUID()
      try {
        // Claims again if all claimed entries were unreadable, so that they do not block readable ones.
        while (claims.length === 0) {
          const values = [[...slots.keys()], [...slots.values()], token]
          const { rows } = await pool.query<ClaimRow>({ ...CLAIM, values })
          if (rows.length === 0) break
          for (const row of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
            const claim = await readClaim(row, token)
            if (claim) claims.push(claim)
          }
        }
      } catch (error) {
        failed.set(token, clock.now())
        throw error
      }
      if (claims.length > 0) live.set(token, claims.length)
      return claims
    },

    async nextDue(targets) {
      const { rows } = await pool.query<{ pause: number | null }>({ ...NEXT_DUE, values: [[...targets]] })
      const pause = rows[0]?.pause ?? undefined
      return pause && Math.ceil(pause)
    },

    async waiting() {
      return (await pool.query<TargetBacklog>(WAITING)).rows
    },

    async settle({ envelope, state, token }, settlement) {
      const now = clock.now()
      const columns = toDeliveryColumns([markSettled(state, settlement, now)], now)
      await pool.query({ ...SETTLE, values: [envelope.id, ...columns, token] })
      const others = (live.get(token) ?? 1) - 1
      if (others > 0) live.set(token, others)
      else live.delete(token)
    },

    /**
     * Extends the leases of all claims of this relay. Releases failed claims, because an expired claim would count as an
     * interrupted attempt.
     */
    async renew(): Promise<void> {
      if (failed.size > 0) await pool.query(RELEASE, [[...failed.keys()]])
      // A claim that timed out may take effect later, so it is released repeatedly.
      for (const [token, at] of failed) if (clock.now() - at >= LEASE_MS) failed.delete(token)
      if (live.size === 0) return
      const text = `UPDATE relay.delivery SET claimed_until = now() + ${LEASE_MS} * interval '1 ms' WHERE claimed_by = ANY ($1)`
      await pool.query(text, [[...live.keys()]])
    },

    /** Releases claims whose lease has expired. */
    async expire(): Promise<void> {
      const text = `SELECT DISTINCT submission_id AS id FROM relay.delivery WHERE status = 'sending' AND claimed_until < now() LIMIT 100`
      for (const { id } of (await pool.query<{ id: string }>(text)).rows) {
        let states: DeliveryState[] = []
        await changeEntry(pool, id, alert, (_entry, now, { deliveries }) => {
          states = deliveries
            .filter(({ expired, token }) => expired && !live.has(token ?? '') && !failed.has(token ?? ''))
            .map(({ state }) => markInterrupted(markClaimed(state), id, now))
          return states.length > 0 ? { states } : undefined
        }).catch((error) => {
          // A newer relay, which can read the entry, will release the claim.
          if (!(error instanceof NewerVersionError)) throw error
        })
        for (const state of states) if (state.status === 'dead') alert(createInterruptedAlert(id, state))
      }
    },
  } satisfies Pick<Store, 'claim' | 'waiting' | 'nextDue' | 'settle'> & Record<string, unknown>
}
