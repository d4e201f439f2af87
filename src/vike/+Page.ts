/** vike wants a page before it compiles anything; what pages show is src/site/document.tsx. */
export default function Page(): null {
  return null
}
