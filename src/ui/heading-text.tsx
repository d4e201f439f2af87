import { InlineParagraph } from './inline-markdown.tsx'

interface HeadingTextProps {
  heading: string
  text: string | undefined
  look?: 'muted' | 'lead'
}

/** The h2 of a section and, where there is one, the text under it. Whoever shows them says how far apart they stand. */
export function HeadingText({ heading, text, look = 'muted' }: HeadingTextProps) {
  return (
    <>
      <h2>{heading}</h2>
      {text && <InlineParagraph className={look} text={text} />}
    </>
  )
}
