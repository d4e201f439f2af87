import type { Submission } from '../submission.ts'

/** A complete delivery to a receiver. */
export interface Reception {
  target: (typeof TARGETS)[number]
  id: string
  begin: number
  /** Time of the response to the relay; undefined if the connection was cut before it. */
  answered: number | undefined
  /** The email's text, or the webhook record's values. */
  content: string | Record<string, unknown>
  /** File checksums, computed from email attachments or declared in webhook requests. */
  files: string[]
}

/** The sender's record of a submission, and its deliveries. */
export interface Sent extends Pick<Submission, 'values' | 'sha256'> {
  key: string
  id: string | undefined
  acknowledged: boolean
  /** Whether the client may still resend the submission. */
  busy: boolean
  dropped: boolean
  /** Times of operator retries, from `performance.now()`. */
  retried: number[]
  received: Record<Reception['target'], Receipt[]>
}

type Receipt = Pick<Reception, 'begin' | 'answered'>
type Cause = 'killed during delivery' | 'killed after delivery' | 'cut by the receiver' | 'retried by an operator'

const TARGETS = ['smtp', 'webhook'] as const
/** Events at which the relay may be killed. */
export type Moment = 'acknowledged' | 'received' | 'answered'

const KEY = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

/**
 * Tolerance around a kill, in milliseconds. A receiver may still read data that the relay sent before the kill, and the
 * relay records a response a moment after receiving it.
 */
const NEAR = 1000

/** Creates a ledger of client, operator and receiver events that survives when the relay is killed. */
export function createLedger() {
  const byKey = new Map<string, Sent>()
  const byId = new Map<string, Sent>()
  const acknowledged: Sent[] = []
  const wrong: string[] = []
  let delivered = 0
  let aim: { moment: Moment; count: number; act(): void } | undefined

  /** Records the id of a submission. Reports a broken promise if the submission already has a different id. */
  function setId(sent: Sent, id: string): void {
    if (sent.id !== undefined && sent.id !== id) wrong.push(`${id} and ${sent.id} are the same submission`)
    sent.id ??= id
    byId.set(id, sent)
  }

  function notify(moment: Moment): void {
    if (aim?.moment !== moment || --aim.count > 0) return
    const { act } = aim
    aim = undefined
    act()
  }

  const isDelivered = ({ received }: Sent): boolean =>
    TARGETS.every((target) => received[target].some(({ answered }) => answered !== undefined))

  return {
    byId,
    acknowledged,
    /** Descriptions of broken promises. */
    wrong,
    /** Number of acknowledged submissions that are not delivered yet. */
    get open() {
      return acknowledged.length - delivered
    },
    /** Lists acknowledged submissions that are not delivered. */
    listOpen: () => acknowledged.filter((sent) => !sent.dropped && !isDelivered(sent)),
    add({ key, values, sha256 }: Submission): Sent {
      const sent: Sent = {
        ...{ key, values, sha256, id: undefined, acknowledged: false, busy: true, dropped: false, retried: [] },
        received: { smtp: [], webhook: [] },
      }
      byKey.set(key, sent)
      return sent
    },
    acknowledge(sent: Sent, id: string): void {
      setId(sent, id)
      if (sent.acknowledged) return
      sent.acknowledged = true
      if (isDelivered(sent)) delivered++
      acknowledged.push(sent)
      notify('acknowledged')
    },
    /** Reports an event, which may trigger an action that was registered with `at`. */
    notify,
    /** Calls `act` once the event has happened `count` more times. */
    at(moment: Moment, count: number, act: () => void): void {
      aim = { moment, count, act }
    },
    drop(sent: Sent): void {
      sent.dropped = true
      if (!isDelivered(sent)) delivered++
    },
    receive({ target, id, begin, answered, content, files }: Reception): void {
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const sent = byKey.get(KEY.exec(text)?.[0] ?? '')
      if (!sent) return void wrong.push(`${id} was never sent`)
      setId(sent, id)
      const before = isDelivered(sent)
      sent.received[target].push({ begin, answered })
      if (sent.acknowledged && !sent.dropped && !before && isDelivered(sent)) delivered++
      const isIntact = Object.entries(sent.values).every(([field, value]) =>
        typeof content === 'string' ? content.includes(value) : content[field] === value,
      )
      const hasId = typeof content !== 'string' || content.includes(`Number ${id}.`)
      if (!isIntact || !hasId || files.join() !== (sent.sha256 ?? ''))
        wrong.push(`${id} arrived at ${target} with different data`)
    },
    /** Counts each target's duplicates by cause. @returns rows for the printed results */
    explainDuplicates(kills: readonly number[]): Record<string, string> {
      const rows: Record<string, string> = {}
      let latest = 0
      const explain = ({ retried }: Sent, { begin, answered }: Receipt, next: number): Cause | undefined => {
        if (answered === undefined) return 'cut by the receiver'
        const kill = kills.find((at) => at >= begin - NEAR && at <= Math.min(answered, next) + NEAR)
        if (kill === undefined) return retried.some((at) => at < next) ? 'retried by an operator' : undefined
        latest = Math.max(latest, kill - answered)
        return kill > answered ? 'killed after delivery' : 'killed during delivery'
      }
      for (const target of TARGETS) {
        const counts = new Map<Cause, number>()
        let sum = 0
        for (const sent of byId.values()) {
          const all = sent.received[target].sort((one, other) => one.begin - other.begin)
          sum += all.length
          for (const [index, receipt] of all.slice(0, -1).entries()) {
            const cause = explain(sent, receipt, all[index + 1]?.begin ?? 0)
            if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1)
            else wrong.push(`${sent.id} was delivered to ${target} twice without a cause`)
          }
        }
        rows[`deliveries to ${target}`] = String(sum)
        for (const [cause, count] of counts)
          rows[`  duplicates at ${target}: ${cause}`] = `${count} (${((count / sum) * 100).toFixed(2)} %)`
      }
      return { ...rows, 'longest ms from response to kill': latest.toFixed(0) }
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
