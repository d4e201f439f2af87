import { AccordionSection } from '../../ui/accordion.tsx'
import type { SectionProps } from '../view.ts'

/** Expanding topics: a title, its text and, optionally, its points. */
export default function Details({ view: { heading, text, items } }: SectionProps<'details'>) {
  return <AccordionSection name="details" heading={heading} text={text} items={items} />
}
