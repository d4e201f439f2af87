/** The strip of bars under a tag. Decoration only. */
export function Barcode() {
  return <i className="barcode" />
}
