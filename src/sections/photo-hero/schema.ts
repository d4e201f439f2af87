import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { isLaterPage, type Pagination } from '../../schema/pagination.ts'
import { heroPhotoSchema } from '../../schema/photo.ts'
import { resolve as resolveHero } from '../hero/schema.ts'

export const schema = z.strictObject({
  type: z
    .literal('photo-hero')
    .describe('Top of a page: a photo from edge to edge, with the heading and buttons on it'),
  heading: heading.describe('Main heading of the page'),
  text: intro,
  actions: z.array(actionSchema).max(3).default([]).describe('Main button, followed by links'),
  photo: heroPhotoSchema.describe('Photo across the whole width of the page; large screens hide its top and bottom'),
})

export type PhotoHero = z.infer<typeof schema>

/** Shows the second and later pages of a list without the photo, as a page with a plain hero does. */
export function resolve(section: PhotoHero, content: PageContent, pagination?: Pagination) {
  if (!isLaterPage(pagination)) return section
  return resolveHero({ ...section, type: 'hero', look: 'page', chips: [] }, content, pagination)
}

export function opening({ heading }: PhotoHero) {
  return { heading }
}
