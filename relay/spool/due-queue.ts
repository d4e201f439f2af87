import type { Clock } from '../clock.ts'
import { getDueTime, isWaiting } from '../store/delivery-state.ts'
import type { DeliveryState } from '../store/store.ts'

/** A waiting delivery. `at` is the time when it is due, in milliseconds since 1970. */
interface DueDelivery {
  id: string
  /** Undefined if the whole entry must be read again. */
  target: string | undefined
  at: number
  /** Undefined if `target` is. */
  status?: DeliveryState['status']
}

/** Queues waiting deliveries by due time. The queue is only in memory; the spool is the source of truth. */
export function createDueQueue() {
  /** One heap per target, so that a long backlog of one target does not slow down others. */
  const heaps = new Map<string | undefined, ReturnType<typeof createDueHeap>>()
  /** Time of the last call to `take`. */
  let seen = Number.NEGATIVE_INFINITY
  return {
    add(item: DueDelivery): void {
      const heap = heaps.get(item.target) ?? createDueHeap()
      heaps.set(item.target, heap)
      // An entry is read again only once, even if several of its deliveries failed.
      if (item.target !== undefined || !heap.has(item.id)) heap.add(item)
    },
    /** Removes and returns due deliveries, at most `slots` per target, and all entries that must be read again. */
    take(now: number, slots: ReadonlyMap<string, number>): DueDelivery[] {
      // If the clock was set back, shifts all due times, so that no delivery waits longer than planned.
      if (now < seen) for (const item of this.all()) item.at -= seen - now
      seen = now
      const taken: DueDelivery[] = []
      for (const [target, heap] of heaps) {
        let free = target === undefined ? Number.POSITIVE_INFINITY : (slots.get(target) ?? 0)
        for (let item = heap.first(); item && item.at <= now && free > 0; item = heap.first(), free--) {
          heap.remove(item.id)
          taken.push(item)
        }
      }
      return taken
    },
    /** Returns the time of the next delivery to these targets, or of the next entry that must be read again. */
    nextAt(targets: Iterable<string>): number | undefined {
      const firsts = [undefined, ...targets].flatMap((target) => heaps.get(target)?.first()?.at ?? [])
      return firsts.length > 0 ? Math.min(...firsts) : undefined
    },
    all: (): DueDelivery[] => [...heaps.values()].flatMap((heap) => heap.items()),
    clear: (): void => heaps.clear(),
    /** Removes the deliveries of an entry, or only its delivery to one target. */
    remove(id: string, target?: string): void {
      for (const [name, heap] of heaps) if (target === undefined || name === target) heap.remove(id)
    },
  }
}

export type DueQueue = ReturnType<typeof createDueQueue>

/** Enqueues an entry's waiting deliveries, except those to targets that are not configured. */
export function enqueueDeliveries(
  { dueQueue, targets, clock }: { dueQueue: DueQueue; targets: ReadonlySet<string>; clock: Clock },
  id: string,
  states: readonly DeliveryState[],
): void {
  for (const state of states)
    if (isWaiting(state) && targets.has(state.target))
      dueQueue.add({ id, target: state.target, status: state.status, at: getDueTime(state, clock.now()) })
}

interface HeapNode {
  item: DueDelivery
  /** Position in the order in which items were added. */
  order: number
}

function isBefore(one: HeapNode, other: HeapNode): boolean {
  return one.item.at === other.item.at ? one.order < other.order : one.item.at < other.item.at
}

/**
 * Creates a binary heap with at most one item per entry. The first item is the one that is due first; of items that are
 * due at the same time, the one that was added first. Adding and removing take logarithmic time.
 */
function createDueHeap() {
  const nodes: HeapNode[] = []
  /** Index in `nodes` of each entry's node. */
  const indexes = new Map<string, number>()
  let added = 0

  function place(node: HeapNode, index: number): void {
    nodes[index] = node
    indexes.set(node.item.id, index)
  }

  /** Places a node at an index, or above or below it, where its due time belongs. */
  function sift(node: HeapNode, start: number): void {
    let index = start
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = nodes[parent] as HeapNode
      if (!isBefore(node, above)) break
      place(above, index)
      index = parent
    }
    for (let child = 2 * index + 1; child < nodes.length; child = 2 * index + 1) {
      const right = nodes[child + 1]
      if (right && isBefore(right, nodes[child] as HeapNode)) child++
      const below = nodes[child] as HeapNode
      if (!isBefore(below, node)) break
      place(below, index)
      index = child
    }
    place(node, index)
  }

  return {
    has: (id: string): boolean => indexes.has(id),
    /** Adds an item, or replaces the entry's earlier one. */
    add(item: DueDelivery): void {
      sift({ item, order: added++ }, indexes.get(item.id) ?? nodes.length)
    },
    first: (): DueDelivery | undefined => nodes[0]?.item,
    remove(id: string): void {
      const index = indexes.get(id)
      const last = nodes.at(-1)
      if (index === undefined || !last) return
      nodes.pop()
      indexes.delete(id)
      if (last.item.id !== id) sift(last, index)
    },
    items: (): DueDelivery[] => nodes.map(({ item }) => item),
  }
}
