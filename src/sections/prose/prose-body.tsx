/**
 * Shows HTML that `cli/content/markdown` has rendered and sanitized. The page data for hydration omits the HTML,
 * because the document already contains it. Hydration must not replace that HTML.
 */
export function ProseBody({ html, className = '' }: { html: string; className?: string }) {
  return <div className={`prose ${className}`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
