import { pictureSchema } from '@northshelf/site/drawings/picture.ts'
import { anyFieldSchema } from '@northshelf/site/forms/contract.ts'
import { measurementEntrySchema } from '@northshelf/site/measurement/measurement.ts'
import { actionSchema } from '@northshelf/site/schema/action.ts'
import {
  contrastSideSchema,
  detailSchema,
  featureCardSchema,
  miniChartSchema,
  resultSchema,
  stepSchema,
} from '@northshelf/site/schema/blocks.ts'
import { heroPhotoSchema, shareImageSchema } from '@northshelf/site/schema/photo.ts'
import { sectionSchema } from '@northshelf/site/sections/section.ts'
import { z } from 'zod'
import type { SchemaNode } from './node.ts'

/** Groups of fields that schemas share. Each becomes a definition with its own table. */
for (const [id, schema] of Object.entries({
  action: actionSchema,
  detail: detailSchema,
  featureCard: featureCardSchema,
  field: anyFieldSchema,
  heroPhoto: heroPhotoSchema,
  measurement: measurementEntrySchema,
  miniChart: miniChartSchema,
  picture: pictureSchema,
  result: resultSchema,
  section: sectionSchema,
  shareImage: shareImageSchema,
  side: contrastSideSchema,
  step: stepSchema,
}))
  z.globalRegistry.add(schema, { ...schema.meta(), id })

export function toJsonSchema(schema: z.ZodType): SchemaNode {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // Omit the default bounds of integers, and the pattern of dates, because `format` already describes dates.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.format === 'date') delete jsonSchema.pattern
      if (jsonSchema.pattern) jsonSchema.patternErrorMessage = findPatternMessage(zodSchema)
    },
  }) as SchemaNode
}

function findPatternMessage({ _zod: { def } }: z.core.$ZodTypes): string | undefined {
  // Unwrap optional fields.
  if ('innerType' in def) return findPatternMessage(def.innerType as z.core.$ZodTypes)
  const checks = (def.checks ?? []) as z.core.$ZodCheck[]
  const message = checks.map((check) => check._zod.def.error).find((error) => error !== undefined)
  const words = message?.({ code: 'custom', input: '', path: [] } as never)
  return typeof words === 'string' ? words : undefined
}
