import { z } from 'zod'

const text = z.string()
const view = z.looseObject({ type: text })
export const expiringPartsSchema = z.array(z.object({ title: text, until: text })).optional()

/** What the functions of `SectionDefinition` return. */
export const sectionResults = {
  resolve: view.optional(),
  lists: text.optional(),
  opening: z.looseObject({ heading: text }).optional(),
  dialogs: z.array(view).optional(),
  loadedHtml: z.array(text).optional(),
  questions: z.array(z.looseObject({ question: text, answer: text })).optional(),
  structuredData: z.array(z.looseObject({})).optional(),
  listFrameOrigins: z.array(text).optional(),
  expiringParts: expiringPartsSchema,
  lastModified: text.optional(),
  forms: z.array(z.looseObject({ contract: z.looseObject({}), given: z.record(text, text) })).optional(),
}
