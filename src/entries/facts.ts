import { z } from 'zod'
import { line, slug } from '../schema/text.ts'

/** Content of content/facts.yaml: all claims and constants, keyed by name. Other files refer to them as `{name}`. */
export const factsSchema = z.record(slug, line)
export type Facts = z.infer<typeof factsSchema>
