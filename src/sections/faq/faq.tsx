import { AccordionSection } from '../../ui/accordion.tsx'
import type { SectionProps } from '../view.ts'

export default function Faq({ view: { heading, text, items } }: SectionProps<'faq'>) {
  const topics = items.map(({ question, answer }) => ({ title: question, body: answer }))
  return <AccordionSection name="faq" heading={heading} text={text} items={topics} />
}
