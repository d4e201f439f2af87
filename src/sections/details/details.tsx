import { AccordionSection } from '../../ui/accordion.tsx'
import type { SectionProps } from '../view.ts'

export default function Details({ view: { heading, text, items } }: SectionProps<'details'>) {
  return <AccordionSection name="details" heading={heading} text={text} items={items} />
}
