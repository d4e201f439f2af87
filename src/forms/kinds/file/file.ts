import { z } from 'zod'
import { defineKind, fieldSchema, outcome } from '../kind.ts'

const schema = fieldSchema('file', 'A file to attach', {
  extensions: z
    .array(z.enum(['pdf', 'doc', 'docx']))
    .min(1)
    .describe('Kinds of files that are taken'),
  maxMegabytes: z.number().min(0.1).max(25).describe('Largest file'),
  tooLarge: outcome.describe('Shown when the file is larger'),
})
export type FileField = z.infer<typeof schema>

/** What is attached is no answer: it is sent beside them, and the relay looks into it. */
export const file = defineKind(schema, {
  limits: ({ extensions, maxMegabytes }) => `${extensions.join(', ')}; at most ${maxMegabytes} MB`,
  faults(_, endpoint) {
    if (endpoint === 'submit-application') return []
    const message = `"${endpoint}" takes no files: what is attached here would be lost`
    const help = 'Write "endpoint: submit-application" and give the form something under fixed, or ask for a link.'
    return [{ rule: 'form/lost', path: ['kind'], message, help }]
  },
  view: () => import('./field.tsx'),
})
