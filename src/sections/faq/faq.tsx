import { AccordionSection } from '../../ui/accordion.tsx'
import type { SectionProps } from '../view.ts'

/** Shows an accordion of questions and answers. */
export default function Faq({ view: { heading, text, items } }: SectionProps<'faq'>) {
  const topics = items.map(({ question, answer }) => ({ title: question, body: answer }))
  return <AccordionSection name="faq" heading={heading} text={text} items={topics} />
}
