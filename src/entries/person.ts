import { z } from 'zod'
import { portraitSchema } from '../drawings/portrait/schema.ts'
import { focus } from '../schema/photo.ts'
import { draft, image, inlineMarkdown, line } from '../schema/text.ts'
import { link } from './menus.ts'

/** A photo or a drawing of a person. If both are set, the photo is shown. */
export const portraitFields = {
  image: image.optional().describe('Photo of the person in content/images; it is cropped to a square'),
  focus,
  portrait: portraitSchema.optional().describe('Portrait drawn from a few choices, if there is no photo'),
}

/** A person of the company: a member of the team, an author or a contact. */
export const personSchema = z.strictObject({
  name: line.max(60).describe('Name'),
  role: line.max(60).describe('Role, such as Dentist or Head baker'),
  bio: inlineMarkdown(400).optional().describe('Two or three sentences about the person'),
  phone: line.max(30).optional().describe('Phone number with its country code'),
  email: z.email().optional().describe('Email address'),
  languages: z
    .array(line.max(40))
    .min(1)
    .max(12)
    .optional()
    .describe('Languages that the person speaks, such as English'),
  ...portraitFields,
  links: z.array(link).max(3).default([]).describe('Links, such as a profile on another site'),
  order: z.int().default(100).describe('Position in lists; people with equal numbers are sorted by name'),
  draft,
})
export type Person = z.infer<typeof personSchema>
