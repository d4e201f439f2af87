import { z } from 'zod'
import { coverBackgrounds } from './motif.ts'

/** Schemas for drawings that the project's own code returns. */
export const shapesSchema = z.array(z.object({ tone: z.string(), d: z.string() }))
export const motifSchema = z.object({ ground: z.enum(coverBackgrounds), shapes: shapesSchema })
