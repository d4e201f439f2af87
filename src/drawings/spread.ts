/** Running totals before and after each amount; the last is the result and starts at zero. */
export function spread(amounts: number[]): { from: number; to: number }[] {
  let total = 0
  return amounts.map((value, place) => {
    const from = place === amounts.length - 1 ? 0 : total
    total = from + value
    return { from, to: total }
  })
}
