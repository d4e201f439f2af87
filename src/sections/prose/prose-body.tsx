/**
 * Shows HTML that `cli/content/markdown` has rendered and sanitized. The body is empty in the page data for hydration,
 * because the document already contains it. Hydration must not replace it.
 */
export function ProseBody({ html, className = '' }: { html: string; className?: string }) {
  return <div className={`prose ${className}`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
