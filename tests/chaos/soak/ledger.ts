import type { Submission } from '../submission.ts'

/** A submission that came whole to a receiver. */
export interface Reception {
  target: (typeof TARGETS)[number]
  id: string
  begin: number
  /** When the relay was told that it is taken; undefined when it was cut off before. */
  answered: number | undefined
  /** What was typed: the text of the mail, or the values of the record. */
  content: string | Record<string, unknown>
  /** Checksums of the files, as they came or were said to be. */
  files: string[]
}

/** A submission as its sender knows it, and what became of it at the targets. */
export interface Sent extends Pick<Submission, 'values' | 'sha256'> {
  key: string
  id: string | undefined
  acknowledged: boolean
  /** Its client may send it once more. */
  busy: boolean
  dropped: boolean
  /** When operators had it sent again, by `performance.now()`. */
  retried: number[]
  received: Record<Reception['target'], Taken[]>
}

type Taken = Pick<Reception, 'begin' | 'answered'>
type Cause = 'a kill during the send' | 'a kill just after it' | 'cut off by the receiver' | 'sent again by an operator'

const TARGETS = ['smtp', 'webhook'] as const
/** What a kill may be aimed at. */
export type Moment = 'acknowledged' | 'taken' | 'answered'

const KEY = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

/**
 * Milliseconds before and after a kill that count as with it: a receiver may read what a dead relay sent, and the relay
 * notes a moment later what it was told.
 */
const NEAR = 1000

/** What everybody but the relay knows: it may forget, this does not. */
export function createLedger() {
  const byKey = new Map<string, Sent>()
  const byId = new Map<string, Sent>()
  const acknowledged: Sent[] = []
  const wrong: string[] = []
  let delivered = 0
  let aim: { moment: Moment; count: number; act(): void } | undefined

  /** One submission has one number, whoever tells it. */
  function name(sent: Sent, id: string): void {
    if (sent.id !== undefined && sent.id !== id) wrong.push(`${id} and ${sent.id} are one submission`)
    sent.id ??= id
    byId.set(id, sent)
  }

  function meet(moment: Moment): void {
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
    /** What must never be, in words. */
    wrong,
    /** How many are acknowledged and not where they belong yet. */
    get open() {
      return acknowledged.length - delivered
    },
    /** Acknowledged, and not where it belongs. */
    listOpen: () => acknowledged.filter((one) => !one.dropped && !isDelivered(one)),
    add({ key, values, sha256 }: Submission): Sent {
      const sent: Sent = {
        ...{ key, values, sha256, id: undefined, acknowledged: false, busy: true, dropped: false, retried: [] },
        received: { smtp: [], webhook: [] },
      }
      byKey.set(key, sent)
      return sent
    },
    acknowledge(sent: Sent, id: string): void {
      name(sent, id)
      if (sent.acknowledged) return
      sent.acknowledged = true
      if (isDelivered(sent)) delivered++
      acknowledged.push(sent)
      meet('acknowledged')
    },
    /** Something happens now, which may be what somebody waits for. */
    meet,
    /** Acts at once when this has happened so many times more. */
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
      name(sent, id)
      const before = isDelivered(sent)
      sent.received[target].push({ begin, answered })
      if (sent.acknowledged && !sent.dropped && !before && isDelivered(sent)) delivered++
      const isWhole = Object.entries(sent.values).every(([field, value]) =>
        typeof content === 'string' ? content.includes(value) : content[field] === value,
      )
      const numbered = typeof content !== 'string' || content.includes(`Number ${id}.`)
      if (!isWhole || !numbered || files.join() !== (sent.sha256 ?? ''))
        wrong.push(`${id} came to ${target} and is not what was sent`)
    },
    /** Rows on what came to a target more than once, and why. */
    explainDuplicates(kills: readonly number[]): Record<string, string> {
      const rows: Record<string, string> = {}
      let latest = 0
      const explain = ({ retried }: Sent, { begin, answered }: Taken, next: number): Cause | undefined => {
        if (answered === undefined) return 'cut off by the receiver'
        const kill = kills.find((at) => at >= begin - NEAR && at <= Math.min(answered, next) + NEAR)
        if (kill === undefined) return retried.some((at) => at < next) ? 'sent again by an operator' : undefined
        latest = Math.max(latest, kill - answered)
        return kill > answered ? 'a kill just after it' : 'a kill during the send'
      }
      for (const target of TARGETS) {
        const counts = new Map<Cause, number>()
        let sum = 0
        for (const sent of byId.values()) {
          const all = sent.received[target].sort((one, other) => one.begin - other.begin)
          sum += all.length
          for (const [index, one] of all.slice(0, -1).entries()) {
            const cause = explain(sent, one, all[index + 1]?.begin ?? 0)
            if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1)
            else wrong.push(`${sent.id} came to ${target} again for no reason`)
          }
        }
        rows[`came to ${target}`] = String(sum)
        for (const [cause, count] of counts)
          rows[`  once more to ${target}: ${cause}`] = `${count} (${((count / sum) * 100).toFixed(2)} %)`
      }
      return { ...rows, 'longest from an answer to its kill ms': latest.toFixed(0) }
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
