import { ActionLink, type LinkAction } from './action-link.tsx'
import { classNames } from './class-names.ts'
import { InlineMarkdown } from './inline-markdown.tsx'

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
      <h2>{heading}</h2>
      {text && (
        <p className="lead">
          <InlineMarkdown text={text} />
        </p>
      )}
      {more && <ActionLink action={more} look="more" arrow />}
    </div>
  )
}
