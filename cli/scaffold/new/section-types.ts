import { section } from '@northshelf/site/sections/section.ts'

/** The sections that a page may have, by `type`, with what each is for. */
export const sectionTypes: ReadonlyMap<string, string> = new Map(
  section.options.map(({ shape: { type } }) => [type.value, type.description ?? '']),
)
