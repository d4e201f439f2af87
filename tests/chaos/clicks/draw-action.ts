import type { Action } from './list-actions.ts'

/** Returns the name of an action's row in the results table. */
export const rowOf = ({ kind, act }: Action) => `${kind} · ${act}`

/**
 * Creates functions that pick random actions, preferring the least-edited fields and, half of the time, rare actions.
 */
export function createDraw(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const [rows, places] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const rarest = (actions: readonly Action[], counts: ReadonlyMap<string, number>, nameOf: typeof rowOf) => {
    const lowest = Math.min(...actions.map((action) => counts.get(nameOf(action)) ?? 0))
    return actions.filter((action) => (counts.get(nameOf(action)) ?? 0) === lowest)
  }
  return {
    pick,
    draw(actions: readonly Action[], kind: string): Action {
      const placeOf = ({ path }: Action) =>
        `${kind} ${path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')}`
      const rare = random() < 0.5 ? rarest(actions, rows, rowOf) : actions
      const row = rowOf(pick(rare))
      const candidates = rare === actions ? actions : rare.filter((action) => rowOf(action) === row)
      const drawn = pick(rarest(candidates, places, placeOf))
      count(rows, rowOf(drawn))
      count(places, placeOf(drawn))
      return drawn
    },
    /** Returns the number of edited fields in one type of content. */
    countPlaces: (kind: string) => [...places.keys()].filter((name) => name.startsWith(`${kind} `)).length,
  }
}
