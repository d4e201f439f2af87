/** A dotted line from one row's bar to the next: its lower half in one row, its upper half in the other. */
export function Connector({ at, y1, y2 }: { at: string; y1: number; y2: number }) {
  return <line className="fall-conn s-field" x1={at} x2={at} y1={y1} y2={y2} strokeDasharray="2 2" />
}
