/** A drawing in the colour of the text beside it. Decoration: the words beside it carry the meaning. */
export function Icon({ name }: { name: string }) {
  return <span className={`i i-${name}`} />
}
