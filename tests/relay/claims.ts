import { buffer } from 'node:stream/consumers'
import type { Claim, Settlement, Store } from '../../relay/store/store.ts'

/** Claims that were taken, by store, submission and target. */
const taken = new WeakMap<Store, Map<string, Claim>>()

/** Takes one due delivery, to the first of these targets that has one. */
export async function take(store: Store, targets: readonly string[] = ['mail', 'hook']): Promise<Claim | undefined> {
  for (const target of targets) {
    const [claim] = await store.claim(new Map([[target, 1]]))
    if (!claim) continue
    const claims = taken.get(store) ?? new Map<string, Claim>()
    taken.set(store, claims.set(`${claim.envelope.id} ${target}`, claim))
    return claim
  }
  return undefined
}

/** Takes all that is due to these targets. */
export async function takeAll(store: Store, targets?: readonly string[]): Promise<Claim[]> {
  const all: Claim[] = []
  for (let one = await take(store, targets); one; one = await take(store, targets)) all.push(one)
  return all
}

/** Notes how a delivery ended that was taken before. */
export async function settle(store: Store, id: string, target: string, end: Settlement): Promise<void> {
  const claim = taken.get(store)?.get(`${id} ${target}`)
  if (!claim) throw new Error(`${target} of ${id} was not taken`)
  await store.settle(claim, end)
}

/** The bytes of an attachment. */
export async function readAttachment(store: Store, id: string, file = '0.bin'): Promise<Buffer | undefined> {
  const content = await store.openAttachment(id, file)
  return content && buffer(content)
}

export const delivered: Settlement = { status: 'delivered', detail: 'ok' }

/** All that a store holds, or what it has in one place. */
export async function listAll(store: Store, ...places: Parameters<Store['count']>[0][]) {
  const entries = []
  for await (const { entry } of store.list(places.length > 0 ? { places } : {})) if (entry) entries.push(entry)
  return entries
}
