import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Alert } from '../monitoring/alert.ts'
import { claimed, cutOff, settled } from '../store/delivery-state.ts'
import { Newer, parseEnvelope } from '../store/envelope-text.ts'
import type { Claim, DeliveryState, Store, Waiting } from '../store/store.ts'
import { alertLeft, changeEntry, quarantine } from './changes.ts'
import { isAway } from './database.ts'
import { checkAttachments } from './entries.ts'
import { columnsOf } from './submissions.ts'

/** Who does not say for so long that they are still at it has ended. */
export const LEASE = 60_000

/** The longest due of each target first. What another relay is taking in the same moment is passed over. */
const CLAIM = {
  name: 'claim',
  text: `
  WITH due AS MATERIALIZED (
    SELECT one.*
    FROM unnest($1::text[], $2::integer[]) AS room (target, places), LATERAL (
      SELECT submission_id, target FROM relay.delivery
      WHERE status = 'waiting' AND target = room.target AND next_at <= now()
      ORDER BY next_at LIMIT room.places
      FOR UPDATE SKIP LOCKED
    ) AS one
  )
  UPDATE relay.delivery AS d
  SET status = 'sending', claimed_by = gen_random_uuid(), claimed_until = now() + ${LEASE} * interval '1 ms'
  FROM due JOIN relay.submission AS s ON s.id = due.submission_id
  WHERE d.submission_id = due.submission_id AND d.target = due.target
  RETURNING s.id, s.envelope, d.target, d.state, d.claimed_by AS token`,
}

/** It fails again at once: the others are not kept waiting by it. */
const POSTPONE = `
  UPDATE relay.delivery
  SET status = 'waiting', claimed_by = NULL, claimed_until = NULL, next_at = now() + interval '10 min'
  WHERE submission_id = $1 AND claimed_by = $2`

/**
 * In one statement, because it is one for each delivery. Of two targets that end at once one waits for the other's
 * row, and then sees how that ended: the last one moves the entry on.
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
    AND NOT EXISTS (SELECT FROM states WHERE status IN ('waiting', 'sending'))`,
}

const NEXT_DUE = {
  name: 'next-due',
  text: `
  SELECT extract(epoch FROM min(one.next_at) - now())::float8 * 1000 AS pause
  FROM unnest($1::text[]) AS name, LATERAL (
    SELECT next_at FROM relay.delivery WHERE status = 'waiting' AND target = name ORDER BY next_at LIMIT 1
  ) AS one`,
}

/** Two conditions, so that the index of each finds them among all that was delivered. */
const WAITING = `
  SELECT target, count(*)::integer AS count, min(submission_id::text) AS oldest FROM relay.delivery
  WHERE status = 'waiting' OR status = 'sending' GROUP BY target`

interface ClaimRow {
  id: string
  envelope: string
  target: string
  state: DeliveryState
  token: string
}

/** Deliveries that this relay has taken; see `Store`. */
export function createClaims(pool: Pool, clock: Clock, alert: (alert: Alert) => void) {
  /** Tokens of claims that were given out and not settled. */
  const live = new Set<string>()

  /** Nothing damaged is handed out. Should the database be gone, what was taken is free again after its lease. */
  async function readClaim({ id, envelope: text, state, token }: ClaimRow): Promise<Claim | undefined> {
    try {
      const envelope = parseEnvelope(text, id)
      await checkAttachments(pool, envelope)
      return { envelope, state: claimed(state), token }
    } catch (error) {
      if (isAway(error)) throw error
      return quarantine(pool, id, error, alert).catch(async () => {
        await pool.query(POSTPONE, [id, token])
        alertLeft(id, error, alert)
        return undefined
      })
    }
  }

  return {
    async claim(room) {
      const claims: Claim[] = []
      // Until there are some, or nothing is due: what cannot be read keeps nothing else waiting.
      while (claims.length === 0) {
        const { rows } = await pool.query<ClaimRow>({ ...CLAIM, values: [[...room.keys()], [...room.values()]] })
        if (rows.length === 0) break
        for (const row of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
          const claim = await readClaim(row)
          if (claim) claims.push(claim)
        }
      }
      for (const { token } of claims) live.add(token)
      return claims
    },

    async nextDue(targets) {
      const { rows } = await pool.query<{ pause: number | null }>({ ...NEXT_DUE, values: [[...targets]] })
      const pause = rows[0]?.pause ?? undefined
      return pause && Math.ceil(pause)
    },

    async waiting() {
      return (await pool.query<Waiting>(WAITING)).rows
    },

    async settle({ envelope, state, token }, end) {
      const now = clock.now()
      const columns = columnsOf([settled(state, end, now)], now)
      await pool.query({ ...SETTLE, values: [envelope.id, ...columns, token] })
      live.delete(token)
    },

    /** Says of all claims that they are still worked on. */
    async renew(): Promise<void> {
      if (live.size === 0) return
      const text = `UPDATE relay.delivery SET claimed_until = now() + ${LEASE} * interval '1 ms' WHERE claimed_by = ANY ($1)`
      await pool.query(text, [[...live]])
    },

    /** Takes back what relays had claimed that have ended. */
    async expire(): Promise<void> {
      const text = `SELECT DISTINCT submission_id AS id FROM relay.delivery WHERE status = 'sending' AND claimed_until < now() LIMIT 100`
      for (const { id } of (await pool.query<{ id: string }>(text)).rows) {
        let states: DeliveryState[] = []
        await changeEntry(pool, id, alert, (_entry, now, { deliveries }) => {
          states = deliveries
            .filter(({ expired, token }) => expired && !live.has(token ?? ''))
            .map(({ state }) => cutOff(claimed(state), id, now))
          return states.length > 0 ? { states } : undefined
        }).catch((error) => {
          // The relay that can read it takes it back.
          if (!(error instanceof Newer)) throw error
        })
        for (const { target, status, interruptions } of states)
          if (status === 'dead')
            alert({
              ...{ kind: 'interrupted', id, target },
              detail: `given up: the relay ended ${interruptions} times in a row during this delivery`,
            })
      }
    },
  } satisfies Pick<Store, 'claim' | 'waiting' | 'nextDue' | 'settle'> & Record<string, unknown>
}
