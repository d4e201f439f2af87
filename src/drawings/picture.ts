import { z } from 'zod'
import { kinds } from './list.ts'
import type { Shape } from './motif.ts'

type Kinds = typeof kinds
type Schema = Kinds[keyof Kinds]['schema']

const schemas = Object.values(kinds).map(({ schema }): Schema => schema)

/** A drawing with information: content gives the figures, the site draws them in one system. */
export const picture = z.discriminatedUnion('kind', schemas as [Schema, ...Schema[]])
export type Picture = z.infer<Schema>
export type PictureOf<Kind extends keyof Kinds> = z.infer<Kinds[Kind]['schema']>

/** A picture of a page as the drawing on its card: the same figures, without words. */
export function motifOf(picture: Picture): Shape[] {
  const { motif } = kinds[picture.kind] as { motif(picture: Picture): Shape[] }
  return motif(picture)
}
