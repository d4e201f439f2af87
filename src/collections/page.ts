import { z } from 'zod'
import { day, line, pageDescription, pageTitle } from '../schema/text.ts'
import { section } from '../sections/section.ts'

/** A page of its own. The file name is a label for people; `path` is the address. */
export const page = z.strictObject({
  path: z
    .string()
    .regex(/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/, 'a path such as /about, without a slash at the end')
    .describe('Address of the page'),
  title: pageTitle.describe('Title in search results and browser tabs; the name of the site is added'),
  description: pageDescription.describe('Description for search results and shared links'),
  sections: z.array(section).min(1).describe('The sections of the page, from top to bottom'),
})
export type Page = z.infer<typeof page>

/** A page of long text, such as the privacy notice: front matter and a markdown body. */
export const textPage = z.strictObject({
  path: page.shape.path,
  title: page.shape.title,
  description: page.shape.description,
  heading: line.describe('Heading of the page'),
  updated: day.describe('Day of the last change in substance'),
})
export type TextPage = z.infer<typeof textPage>
