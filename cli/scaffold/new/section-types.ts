import { section } from '@northshelf/site/sections/section.ts'

/** Descriptions of the sections that a page may have, by `type`. */
export const sectionTypes: ReadonlyMap<string, string> = new Map(
  section.options.map(({ shape: { type } }) => [type.value, type.description ?? '']),
)
