import { InlineMarkdown } from './inline-markdown.tsx'

/** Shows text with inline Markdown. Blank lines separate paragraphs. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineMarkdown text={paragraph.trim()} />
    </p>
  ))
}
