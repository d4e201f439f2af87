/**
 * Shows HTML that `cli/content/markdown` rendered and sanitized. In the page data for hydration the body is empty,
 * because the document already has it; hydration must not replace it.
 */
export function ProseBody({ html, className = '' }: { html: string; className?: string }) {
  return <div className={`prose ${className}`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
