import { z } from 'zod'
import { pictureSchema } from '../../drawings/picture.ts'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { isLaterPage, type Pagination } from '../../schema/pagination.ts'
import { heroPhotoSchema } from '../../schema/photo.ts'
import { line } from '../../schema/text.ts'

export const schema = z.strictObject({
  type: z.literal('hero').describe('Top of a page: heading, buttons, and a drawing or a photo'),
  heading: heading.describe('Main heading of the page'),
  text: intro,
  look: z.enum(['shelf', 'page']).default('page').describe('shelf: text beside the drawing, as on the front page'),
  actions: z.array(actionSchema).max(3).default([]).describe('Main button, followed by links'),
  chips: z.array(line.max(40)).max(6).default([]).describe('Key benefits, shown below the text'),
  back: actionSchema.optional().describe('Back link above the heading'),
  picture: pictureSchema.optional().describe('Drawing with figures'),
  photo: heroPhotoSchema.optional().describe('Photo, shown instead of the drawing'),
})

type Hero = z.infer<typeof schema> & {
  /** Page label on later pages of a list, such as `Page 2 of 42`. */
  page?: string | undefined
}

/** Shortens the hero on the second and later pages of a list. */
export function resolve(section: Hero, _content: PageContent, pagination?: Pagination): Hero {
  if (!isLaterPage(pagination)) return section
  const { type, heading, back } = section
  return { type, look: 'page', heading, actions: [], chips: [], page: pagination.words, ...(back && { back }) }
}

export function opening({ heading, picture }: z.infer<typeof schema>) {
  return { heading, picture }
}
