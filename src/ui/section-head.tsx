import { ActionLink, type LinkAction } from './action-link.tsx'
import { HeadingText } from './heading-text.tsx'

interface SectionHeadProps {
  heading: string
  text?: string | undefined
  more?: LinkAction | undefined
}

/** Shows a section's h2. On wide screens, the lead and the link are to its right. */
export function SectionHead({ heading, text, more }: SectionHeadProps) {
  return (
    <div className="head">
      <HeadingText heading={heading} text={text} look="lead" />
      {more && <ActionLink action={more} look="more" arrow />}
    </div>
  )
}
