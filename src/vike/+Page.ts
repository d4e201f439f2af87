/** A page that exists only because vike needs one to compile anything. src/site/document.tsx renders the real pages. */
export default function Page(): null {
  return null
}
