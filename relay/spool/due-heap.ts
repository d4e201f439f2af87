import type { DeliveryState } from '../store/store.ts'

/** A waiting delivery. `at` is the time when it is due, in milliseconds since 1970. */
export interface DueDelivery {
  id: string
  /** Undefined if the whole entry must be read again. */
  target: string | undefined
  at: number
  /** Undefined if `target` is. */
  status?: DeliveryState['status']
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
export function createDueHeap() {
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
