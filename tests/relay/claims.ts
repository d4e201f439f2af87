import { buffer } from 'node:stream/consumers'
import type { Claim, Settlement, Store } from '../../relay/store/store.ts'

/** Claimed deliveries by store, submission and target. */
const claimsOf = new WeakMap<Store, Map<string, Claim>>()

/** Claims a due delivery to the first of these targets that has one. */
export async function claimOne(
  store: Store,
  targets: readonly string[] = ['mail', 'hook'],
): Promise<Claim | undefined> {
  for (const target of targets) {
    const [claim] = await store.claim(new Map([[target, 1]]))
    if (!claim) continue
    const claims = claimsOf.get(store) ?? new Map<string, Claim>()
    claimsOf.set(store, claims.set(`${claim.envelope.id} ${target}`, claim))
    return claim
  }
  return undefined
}

/** Claims all due deliveries to these targets. */
export async function claimAll(store: Store, targets?: readonly string[]): Promise<Claim[]> {
  const all: Claim[] = []
  for (let claim = await claimOne(store, targets); claim; claim = await claimOne(store, targets)) all.push(claim)
  return all
}

/** Settles a delivery claimed by `claimOne` or `claimAll`. */
export async function settle(store: Store, id: string, target: string, settlement: Settlement): Promise<void> {
  const claim = claimsOf.get(store)?.get(`${id} ${target}`)
  if (!claim) throw new Error(`${target} of ${id} was not claimed`)
  await store.settle(claim, settlement)
}

export async function readAttachment(store: Store, id: string, file = '0.bin'): Promise<Buffer | undefined> {
  const content = await store.openAttachment(id, file)
  return content && buffer(content)
}

export const delivered: Settlement = { status: 'delivered', detail: 'ok' }

/** Lists a store's entries, optionally only those in the given places. */
export async function listAll(store: Store, ...places: Parameters<Store['count']>[0][]) {
  const entries = []
  for await (const { entry } of store.list(places.length > 0 ? { places } : {})) if (entry) entries.push(entry)
  return entries
}
