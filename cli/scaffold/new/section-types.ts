import { sectionSchema } from '@northshelf/site/sections/section.ts'

/** Descriptions of the section types that a page may contain, keyed by `type`. */
export const sectionDescriptions: ReadonlyMap<string, string> = new Map(
  sectionSchema.options.map(({ shape: { type } }) => [type.value, type.description ?? '']),
)
