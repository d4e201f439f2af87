/**
 * Shows HTML that `cli/content/markdown` rendered and sanitized. In the browser's copy of the page data the body is
 * empty, because the document already has it: hydration must not replace it.
 */
export function ProseBody({ html, className = '' }: { html: string; className?: string }) {
  return <div className={`prose ${className}`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
