import { slug } from '@northshelf/site/schema/text.ts'

/** Whether a name can be a part of an address. */
export const isSlug = (name: string): boolean => slug.safeParse(name).success

/** A name as an address would have it; empty where nothing of it is left. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
