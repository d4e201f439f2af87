interface Item {
  start: number
  weekly: number
  orders: { lands: number; units: number }[]
}

/** Corners of the curve of stock, from the left edge to the last week: what is there, less what sells, plus what lands. */
export function levels({ start, weekly, orders }: Item, weeks: number): { week: number; units: number }[] {
  const points = [{ week: 0, units: start }]
  const sellUntil = (week: number) => {
    const last = points.at(-1)
    if (!last) return
    const empty = weekly > 0 ? last.week + last.units / weekly : Number.POSITIVE_INFINITY
    if (empty < week) points.push({ week: empty, units: 0 })
    points.push({ week, units: Math.max(0, last.units - (week - last.week) * weekly) })
  }
  for (const { lands, units } of [...orders].sort((a, b) => a.lands - b.lands)) {
    if (lands >= weeks) break
    sellUntil(lands)
    points.push({ week: lands, units: (points.at(-1)?.units ?? 0) + units })
  }
  sellUntil(weeks)
  return points
}
