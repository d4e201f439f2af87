import { z } from 'zod'
import { section } from './section.ts'
import { line, pageDescription, pageTitle } from './text.ts'

/** A page of its own. The file name is a label for people; `path` is the address. */
export const page = z.strictObject({
  path: z
    .string()
    .regex(/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/, 'a path such as /about, without a slash at the end')
    .describe('Address of the page'),
  title: pageTitle,
  description: pageDescription,
  sections: z.array(section).min(1),
})
export type Page = z.infer<typeof page>

/** A page of long text, such as the privacy notice: front matter and a markdown body. */
export const textPage = z.strictObject({
  path: page.shape.path,
  title: pageTitle,
  description: pageDescription,
  heading: line,
  updated: z.iso.date().describe('Day of the last change in substance'),
})
export type TextPage = z.infer<typeof textPage>
