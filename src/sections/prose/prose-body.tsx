/**
 * HTML rendered from markdown by the build, already sanitised. In the browser's copy of the page data the body
 * is empty, because it stands in the document: hydration must then leave what is there alone.
 */
export function ProseBody({ html, className = '' }: { html: string; className?: string }) {
  return <div className={`prose ${className}`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
