/** Returns the quantile of the values by the nearest-rank method; 0.5 is the median of an odd number of values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}
