import { z } from 'zod'
import { motifs } from './covers/motifs.ts'
import { kinds } from './list.ts'
import type { Ground, Motif } from './motif.ts'

type Kinds = typeof kinds
type Schema = Kinds[keyof Kinds]['schema']

const schemas = Object.values(kinds).map(({ schema }): Schema => schema)

/** A drawing with information: content gives the figures, the site draws them in one system. */
export const picture = z.discriminatedUnion('kind', schemas as [Schema, ...Schema[]])
export type Picture = z.infer<Schema>
export type PictureOf<Kind extends keyof Kinds> = z.infer<Kinds[Kind]['schema']>

/** The drawing on the card of a page: the figures of its picture, where it has one, without words. */
export function motifOn(ground: Ground, picture: Picture | undefined): Motif {
  if (!picture) return { ground, shapes: motifs.tag.shapes }
  const { motif } = kinds[picture.kind] as { motif(picture: Picture): Motif['shapes'] }
  return { ground, shapes: motif(picture) }
}
