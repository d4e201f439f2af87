import { section } from '@northshelf/site/sections/section.ts'

/** Descriptions of the section types that a page may contain, by `type`. */
export const sectionTypes: ReadonlyMap<string, string> = new Map(
  section.options.map(({ shape: { type } }) => [type.value, type.description ?? '']),
)
