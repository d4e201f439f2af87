/** A share as SVG wants it, rounded so that server and browser write the same. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100}%`
}
