import { createCardMotif } from '../drawings/picture.ts'
import { day, line } from '../schema/text.ts'
import { defineCollection } from './collection.ts'
import { pageSchema } from './page.ts'

/** A page with long text, such as the privacy notice: front matter and a Markdown body. */
const textPage = pageSchema.omit({ sections: true }).extend({
  heading: line.describe('Heading of the page'),
  updated: day.describe('Date of the last substantial change'),
})

export const textPages = defineCollection({
  name: 'textPages',
  folders: { pages: { kind: 'text-page', next: '. Link to it from the footer in site.yaml.' } },
  extension: '.md',
  schema: textPage,
}).withPages({
  path: '{path}',
  title: ['title'],
  description: 'description',
  name: ({ heading }) => heading,
  view: ({ heading, updated, headings, html }, { formatDay }) => [
    { type: 'prose', heading, updated: formatDay(updated), headings, body: html },
  ],
  card: ({ heading }, { tagline }) => ({
    label: tagline,
    title: heading,
    drawing: createCardMotif('cobalt', undefined),
  }),
  modified: ({ updated }) => updated,
})
