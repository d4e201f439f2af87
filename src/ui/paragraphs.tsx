import { InlineMarkdown } from './inline-markdown.tsx'

/** A text of content that takes inline markdown; a blank line starts a new paragraph. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineMarkdown text={paragraph.trim()} />
    </p>
  ))
}
