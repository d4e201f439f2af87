import { z } from 'zod'
import { action } from '../action.ts'
import { anchor, featureCard, heading, intro, step } from '../blocks.ts'
import { picture } from '../picture.ts'
import { href, line, reference, text } from '../text.ts'

/** Sections that list entries or cards. */

export const articles = z.strictObject({
  type: z.literal('articles'),
  heading: heading.optional(),
  text: intro,
  look: z.enum(['covers', 'teasers', 'list']).default('teasers'),
  from: z.enum(['blog', 'insights']).describe('The collection; without `items` all of it, newest first'),
  items: z.array(reference('articles')).min(1).optional().describe('Chosen articles, such as blog/seo-on-a-budget'),
  more: action.optional(),
})

export const services = z.strictObject({
  type: z.literal('services'),
  heading,
  text: intro,
  look: z.enum(['ledger', 'cards']).default('ledger'),
  more: action.optional(),
})

export const highlights = z.strictObject({
  type: z.literal('highlights'),
  heading,
  text: intro,
  caption: line.optional(),
  items: z
    .array(z.strictObject({ service: reference('services'), text: text.max(200), picture: picture.optional() }))
    .min(1)
    .max(4),
})

export const features = z.strictObject({
  type: z.literal('features'),
  id: anchor,
  heading,
  text: intro,
  look: z.enum(['rows', 'cards', 'list']).default('rows'),
  items: z.array(featureCard).min(1).max(8),
})

export const partner = z.strictObject({
  type: z.literal('partner'),
  heading,
  text: intro,
  points: z.array(featureCard).min(1).max(4),
  actions: z.array(action).max(2).default([]),
  picture: picture.optional(),
})

export const framework = z.strictObject({
  type: z.literal('framework'),
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        category: line.max(60),
        painPoint: text.max(240),
        solutionTitle: line.max(70),
        description: text.max(320),
        results: line.max(120),
        to: href.optional().describe('The page that says more'),
      }),
    )
    .min(1)
    .max(8),
  labels: z.strictObject({ problem: line, solution: line, results: line, more: line }),
})

export const process = z.strictObject({
  type: z.literal('process'),
  id: anchor,
  heading,
  text: intro,
  steps: z.array(step).min(2).max(6),
})

export const timeline = z.strictObject({
  type: z.literal('timeline'),
  heading,
  text: text.optional(),
  items: z
    .array(z.strictObject({ year: z.int().min(1900).max(2100), title: line, description: text.max(240) }))
    .min(2)
    .max(8),
})

export const jobs = z.strictObject({ type: z.literal('jobs'), id: anchor, heading, text: intro, empty: line })

export const resume = z.strictObject({ type: z.literal('resume'), heading, text: intro, action })
