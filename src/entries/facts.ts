import { z } from 'zod'
import { line, slug } from '../schema/text.ts'

/** content/facts.yaml: every claim and constant, once, by name. Copy says `{name}`. */
export const facts = z.record(slug, line)
export type Facts = z.infer<typeof facts>
