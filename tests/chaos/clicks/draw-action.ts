import type { Action } from './list-actions.ts'

/** What is done to what, in the words of the table. */
export const rowOf = ({ kind, act }: Action) => `${kind} · ${act}`

/** Draws one half by what is done least often, and all by which field was come to least often. */
export function createDraw(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const [rows, places] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const least = (actions: readonly Action[], counts: ReadonlyMap<string, number>, nameOf: (one: Action) => string) => {
    const lowest = Math.min(...actions.map((one) => counts.get(nameOf(one)) ?? 0))
    return actions.filter((one) => (counts.get(nameOf(one)) ?? 0) === lowest)
  }
  return {
    pick,
    draw(actions: readonly Action[], kind: string): Action {
      const placeOf = ({ path }: Action) =>
        `${kind} ${path.map((step) => (typeof step === 'number' ? '*' : step)).join('.')}`
      const rare = random() < 0.5 ? least(actions, rows, rowOf) : actions
      const row = rowOf(pick(rare))
      const drawn = pick(least(rare === actions ? actions : rare.filter((one) => rowOf(one) === row), places, placeOf))
      count(rows, rowOf(drawn))
      count(places, placeOf(drawn))
      return drawn
    },
    /** How many fields of a kind were come to. */
    countPlaces: (kind: string) => [...places.keys()].filter((name) => name.startsWith(`${kind} `)).length,
  }
}
