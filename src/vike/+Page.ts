/** vike wants a page; what is shown comes with the page context (see render-input.ts). */
export default function Page(): null {
  return null
}
