/** vike needs a page to compile anything; src/site/document.tsx renders the real ones. */
export default function Page(): null {
  return null
}
