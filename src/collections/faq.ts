import { faqSchema } from '../entries/faq.ts'
import { defineCollection } from './collection.ts'

export const faqs = defineCollection({
  name: 'faqs',
  folders: { faqs: { kind: 'faq', next: 'To show it on a page, add a section of type faq with "faq: {slug}".' } },
  extension: '.yaml',
  schema: faqSchema,
})
