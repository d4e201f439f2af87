import { faq } from '../entries/faq.ts'
import { defineCollection } from './collection.ts'

export const faqs = defineCollection({
  name: 'faqs',
  folders: { faqs: { kind: 'faq', next: 'A page shows it with a section of type faq: "faq: {slug}".' } },
  extension: '.yaml',
  schema: faq,
})
