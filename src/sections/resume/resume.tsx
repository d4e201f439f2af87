import { ActionLink } from '../../ui/action-link.tsx'
import { Section } from '../../ui/section.tsx'
import { HeadingText } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

export default function Resume({ view }: SectionProps<'resume'>) {
  return (
    <Section name="resume" pad="s" flush>
      <div className="resume-in">
        <div className="stack8">
          <HeadingText heading={view.heading} text={view.text} />
        </div>
        <ActionLink action={view.action} look="line" arrow />
      </div>
    </Section>
  )
}
