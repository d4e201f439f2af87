import type { Kind } from './kinds.ts'

/**
 * What the lists of a new file begin with, where the first shape of an entry alone would be of no use: a page that
 * is only a heading, a form that nobody could be answered by. Whatever is not said here is a sample.
 */
export const listPresets: Partial<
  Record<Kind, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>
> = {
  page: { sections: [{ type: 'hero' }, { type: 'features' }, { type: 'closing' }] },
  form: {
    fields: [
      { kind: 'text', name: 'name', label: 'Your name', required: true, autocomplete: 'name' },
      { kind: 'email', name: 'email', label: 'Email', required: true, autocomplete: 'email' },
      { kind: 'textarea', name: 'message', label: 'Message', required: true },
    ],
  },
}
