import { z } from 'zod'
import { line, slug } from '../schema/text.ts'

/** content/facts.yaml: every claim and constant by name, written as `{name}` in copy. */
export const facts = z.record(slug, line)
export type Facts = z.infer<typeof facts>
