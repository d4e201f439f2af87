import { z } from 'zod'
import { hasField } from '../schema/has-field.ts'
import { pictureTypes } from './list.ts'
import type { CoverBackground, Motif } from './motif.ts'

type Kinds = typeof pictureTypes
type Schema = Kinds[keyof Kinds]['schema']

// An own drawing may export something else as its schema; `site check` reports it.
const schemas = Object.values(pictureTypes).flatMap(({ schema }): Schema[] =>
  hasField(schema, 'kind') ? [schema] : [],
)

/** A drawing that visualizes data from the content. */
export const pictureSchema = z.discriminatedUnion('kind', schemas as [Schema, ...Schema[]])
export type Picture = z.infer<Schema>
export type PictureOf<Kind extends keyof Kinds> = z.infer<Kinds[Kind]['schema']>
export type DrawingProps<Kind extends keyof Kinds> = { picture: PictureOf<Kind>; language: string }

/** Returns the drawing for a page's share image: its picture without text. Without a picture, it has no shapes. */
export function createCardMotif(ground: CoverBackground, picture: Picture | undefined): Motif {
  if (!picture) return { ground, shapes: [] }
  const { drawMotif } = pictureTypes[picture.kind] as { drawMotif(picture: Picture): Motif['shapes'] }
  return { ground, shapes: drawMotif(picture) }
}
