import { ActionLink, type LinkAction } from './action-link.tsx'
import { InlineParagraph } from './inline-markdown.tsx'

interface HeadingTextProps {
  heading: string
  text?: string | undefined
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

/** Shows a section's h2. On wide screens, the lead and the link are to its right. */
export function SectionHead({ more, ...props }: Omit<HeadingTextProps, 'look'> & { more?: LinkAction | undefined }) {
  return (
    <div className="head">
      <HeadingText {...props} look="lead" />
      {more && <ActionLink action={more} look="more" arrow />}
    </div>
  )
}
