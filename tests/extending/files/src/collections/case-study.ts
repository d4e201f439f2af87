import { z } from 'zod'
import { createCardMotif, pictureSchema } from '../drawings/picture.ts'
import { actionSchema } from '../schema/action.ts'
import { testimonialReference } from '../schema/blocks.ts'
import { day, line, pageDescription, text } from '../schema/text.ts'
import { resolveTestimonial } from '../sections/entry-views.ts'
import { defineCollection } from './collection.ts'

/** A client's result, with a drawing and a quote. */
export const caseStudy = z.strictObject({
  title: line.max(60).describe('Heading of the page'),
  metaDescription: pageDescription.describe('Description for search results and shared links'),
  client: line.max(40).describe('Name of the client'),
  summary: text.max(320).describe('Result in one or two sentences'),
  published: day.describe('Publication date; lists show the newest first'),
  picture: pictureSchema.optional().describe('Drawing with figures'),
  testimonial: testimonialReference.describe('Quote of the client'),
  next: z
    .strictObject({
      heading: line.describe('Heading of the call to action'),
      text: text.max(320).describe('What happens next'),
      actions: z.array(actionSchema).min(1).max(2).describe('Buttons; the first is the main button'),
    })
    .describe('Call to action at the end of the page'),
})

export const caseStudies = defineCollection({
  name: 'caseStudies',
  folders: { 'case-studies': { kind: 'case-study', next: ', and in the feed.' } },
  extension: '.yaml',
  schema: caseStudy,
  order: ['-published', 'title'],
  from: 'published',
}).withPages({
  path: '/case-studies/{slug}',
  title: ['title'],
  description: 'metaDescription',
  name: ({ title }) => title,
  view: ({ title, summary, picture, next, ...entry }, content) => [
    { type: 'hero', look: 'page', heading: title, text: summary, picture, actions: next.actions, chips: [] },
    { type: 'quote', testimonial: resolveTestimonial(content, entry.testimonial) },
    { type: 'closing', look: 'band', steps: [], mail: false, ...next },
  ],
  card: ({ title, client, picture }) => ({ label: client, title, drawing: createCardMotif('paper', picture) }),
  structuredData: ({ title, client, path }, { site }) => [
    { '@type': 'Article', headline: title, about: client, url: site.url + path },
  ],
  modified: ({ published }) => published,
  feed: ({ published, client, summary }) => ({ published, author: client, category: 'Case study', summary }),
})
