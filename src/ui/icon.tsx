/** Shows a decorative icon in the color of the text beside it. */
export function Icon({ name }: { name: string }) {
  return <span className={`i i-${name}`} />
}
