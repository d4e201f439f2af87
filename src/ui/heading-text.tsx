import { InlineParagraph } from './inline-markdown.tsx'

interface HeadingTextProps {
  heading: string
  text: string | undefined
  look?: 'muted' | 'lead'
}

/** Shows a section's h2 and text. The parent element sets the space between them. */
export function HeadingText({ heading, text, look = 'muted' }: HeadingTextProps) {
  return (
    <>
      <h2>{heading}</h2>
      {text && <InlineParagraph className={look} text={text} />}
    </>
  )
}
