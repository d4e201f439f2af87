import { ActionLink, type LinkAction } from './action-link.tsx'
import { HeadingText } from './heading-text.tsx'

interface SectionHeadProps {
  heading: string
  text?: string | undefined
  more?: LinkAction | undefined
}

/** The h2 of a section; on wide screens with a lead, a link or both on its right. */
export function SectionHead({ heading, text, more }: SectionHeadProps) {
  return (
    <div className="head">
      <HeadingText heading={heading} text={text} look="lead" />
      {more && <ActionLink action={more} look="more" arrow />}
    </div>
  )
}
