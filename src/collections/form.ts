import { contractSchema } from '../forms/contract.ts'
import { draft } from '../schema/text.ts'
import { defineCollection } from './collection.ts'

/** Forms. Their schema, called the contract, is shared by the page, the browser and the relay. */
export const forms = defineCollection({
  name: 'forms',
  folders: {
    forms: {
      kind: 'form',
      next: 'To show it, add a section of type form with "form: {slug}". The relay accepts it after the next build.',
    },
  },
  extension: '.yaml',
  schema: contractSchema.extend({ draft }),
  unique: 'formType',
  samples: {
    fields: [
      { kind: 'text', name: 'name', label: 'Your name', required: true, autocomplete: 'name' },
      { kind: 'email', name: 'email', label: 'Email', required: true, autocomplete: 'email' },
      { kind: 'textarea', name: 'message', label: 'Message', required: true },
    ],
  },
})
