interface ParagraphsProps {
  text: string
  className?: string
}

/** Plain text of content; a blank line starts a new paragraph. */
export function Paragraphs({ text, className }: ParagraphsProps) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph.trim()}
    </p>
  ))
}
