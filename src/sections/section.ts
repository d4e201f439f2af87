import { z } from 'zod'
import {
  articles,
  features,
  framework,
  highlights,
  jobs,
  partner,
  process,
  resume,
  services,
  timeline,
} from './lists.ts'
import { award, badges, closing, floating, hero, stats } from './opening.ts'
import { challenge, details, faq, form, quote, results, story, testimonials } from './proof.ts'

/** A section of a page, as it is written in content: `type` says which. */
export const section = z.discriminatedUnion('type', [
  hero,
  award,
  stats,
  badges,
  articles,
  highlights,
  services,
  partner,
  testimonials,
  faq,
  quote,
  story,
  closing,
  floating,
  framework,
  process,
  details,
  features,
  results,
  challenge,
  timeline,
  jobs,
  resume,
  form,
])
export type Section = z.infer<typeof section>
export type SectionType = Section['type']
export type SectionOf<T extends SectionType> = Extract<Section, { type: T }>
