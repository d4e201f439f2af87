/** A placeholder, because vike compiles nothing without a page. src/site/document.tsx renders the real pages. */
export default function Page(): null {
  return null
}
