import { slug } from '@northshelf/site/schema/text.ts'

/** Reports whether a name can be used in an address. */
export const isSlug = (name: string): boolean => slug.safeParse(name).success

/** Converts a name to a slug; empty if it has no usable characters. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
