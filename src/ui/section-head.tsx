import { ActionLink, type LinkAction } from './action-link.tsx'
import { classNames } from './class-names.ts'
import { HeadingText } from './heading-text.tsx'

interface SectionHeadProps {
  heading: string
  text?: string | undefined
  more?: LinkAction | undefined
  className?: string
}

/** The h2 of a section on the left; from its first line on, at the right, a lead, a link or both. */
export function SectionHead({ heading, text, more, className }: SectionHeadProps) {
  return (
    <div className={classNames('head', className)}>
      <HeadingText heading={heading} text={text} look="lead" />
      {more && <ActionLink action={more} look="more" arrow />}
    </div>
  )
}
