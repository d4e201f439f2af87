import { z } from 'zod'
import { picture } from '../drawings/picture.ts'
import { action } from '../schema/action.ts'
import { anchor, featureCard, heading, intro, step } from '../schema/blocks.ts'
import { href, line, reference, text } from '../schema/text.ts'

/** Sections that list entries or cards. */

export const articles = z.strictObject({
  type: z.literal('articles'),
  heading: heading.optional(),
  text: intro,
  look: z
    .enum(['covers', 'teasers', 'wall', 'list', 'findings'])
    .default('teasers')
    .describe(
      'A few: covers, with drawn covers; teasers, as cards. All: wall, large covers; list, under each other; findings, a ledger of their takeaways',
    ),
  from: z.enum(['blog', 'insights']).describe('The collection; without `items` all of it, newest first'),
  items: z.array(reference('articles')).min(1).optional().describe('Chosen articles, such as blog/seo-on-a-budget'),
  more: action.optional().describe('A link to the rest'),
  empty: line.optional().describe('Shown while there is no article; without it the section is left out then'),
})

export const services = z.strictObject({
  type: z.literal('services'),
  heading,
  text: intro,
  look: z.enum(['ledger', 'cards']).default('ledger').describe('ledger: lines under their groups; cards: cards'),
  more: action.optional().describe('A link to the rest'),
})

export const highlights = z.strictObject({
  type: z.literal('highlights'),
  heading,
  text: intro,
  caption: line.optional().describe('Small print under the figures'),
  items: z
    .array(
      z.strictObject({
        service: reference('services').describe('The service that is shown'),
        text: text.max(200).describe('What it does, in a sentence'),
        picture: picture.optional().describe('A drawing with figures'),
      }),
    )
    .min(1)
    .max(4)
    .describe('Chosen services'),
})

export const features = z.strictObject({
  type: z.literal('features'),
  id: anchor,
  heading,
  text: intro,
  look: z.enum(['rows', 'cards', 'list']).default('rows').describe('How they are laid out'),
  items: z.array(featureCard).min(1).max(8).describe('The features, in order'),
})

export const partner = z.strictObject({
  type: z.literal('partner'),
  heading,
  text: intro,
  points: z.array(featureCard).min(1).max(4).describe('Reasons'),
  actions: z.array(action).max(2).default([]).describe('Buttons under them'),
  picture: picture.optional().describe('A drawing with figures'),
})

export const framework = z.strictObject({
  type: z.literal('framework'),
  heading,
  text: intro,
  items: z
    .array(
      z.strictObject({
        category: line.max(60).describe('Kind of problem'),
        painPoint: text.max(240).describe('The problem, as the client meets it'),
        solutionTitle: line.max(70).describe('Name of the solution'),
        description: text.max(320).describe('How it works'),
        results: line.max(120).describe('What comes of it'),
        to: href.optional().describe('The page that says more'),
      }),
    )
    .min(1)
    .max(8)
    .describe('Problems and their solutions'),
  labels: z
    .strictObject({
      problem: line.describe('Word over the problem'),
      solution: line.describe('Word over the solution'),
      results: line.describe('Word over the results'),
      more: line.describe('What the link to the page says'),
    })
    .describe('Words that each of them shows'),
})

export const process = z.strictObject({
  type: z.literal('process'),
  id: anchor,
  heading,
  text: intro,
  steps: z.array(step).min(2).max(6).describe('Steps, in order'),
})

export const timeline = z.strictObject({
  type: z.literal('timeline'),
  heading,
  text: text.optional().describe('A text under the heading'),
  items: z
    .array(
      z.strictObject({
        year: z.int().min(1900).max(2100).describe('When'),
        title: line.describe('What happened'),
        description: text.max(240).describe('What it meant'),
      }),
    )
    .min(2)
    .max(8)
    .describe('Years, in order'),
})

export const jobs = z.strictObject({
  type: z.literal('jobs'),
  id: anchor,
  heading,
  text: intro,
  empty: line.describe('Shown while there is no open position'),
})

export const resume = z.strictObject({
  type: z.literal('resume'),
  heading,
  text: intro,
  action: action.describe('The button that opens the form'),
})
