import { InlineMarkdown } from './inline-markdown.tsx'

/** A text with inline Markdown; blank lines separate paragraphs. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineMarkdown text={paragraph.trim()} />
    </p>
  ))
}
