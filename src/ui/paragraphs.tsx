import { InlineMarkdown } from './inline-markdown.tsx'

interface ParagraphsProps {
  text: string
  className?: string
}

/** A text of content that takes inline markdown; a blank line starts a new paragraph. */
export function Paragraphs({ text, className }: ParagraphsProps) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <InlineMarkdown text={paragraph.trim()} />
    </p>
  ))
}
