import { dayOf } from '../../content/publication.ts'
import { valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { sampleOfNode } from '../../scaffold/new/draft.ts'
import { placeAmong } from '../../scaffold/new/place-section.ts'
import { nodeAt, partOf } from '../../scaffold/schema/field-node.ts'
import type { Slugs } from '../../scaffold/schema/slugs.ts'
import type { Entry } from './entry.ts'
import { describeKind } from './file-types.ts'
import { HttpError } from './http-errors.ts'

/** An initial value and its path. */
export interface Sample {
  path: Path
  value: unknown
}

/**
 * Returns the initial value for a new field or list entry, with TODO in required text fields. A section is placed where
 * `site new section` would place it.
 * @param shape the variant, if there are several
 */
export function sampleAt(entry: Entry, path: Path, shape: string | undefined, slugs: Slugs): Sample {
  const root = describeKind(entry.kind)
  const parent = nodeAt(root, entry.fields, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  const node = parent && partOf(parent, last)
  if (!node) throw new HttpError(`Unknown field ${path.join('.')}.`, 404)
  const slug = entry.file.replace(/^.*\/|\.\w+$/g, '')
  const value = sampleOfNode(String(last), node, root, { slug, today: dayOf(), slugs }, shape)
  const list = path.slice(0, -1)
  if (shape === undefined || list.join() !== 'sections') return { path, value }
  return { path: [...list, placeAmong(typesOf(valueAt(entry.fields, list)), shape)], value }
}

function typesOf(sections: unknown): string[] {
  return Array.isArray(sections) ? sections.map((section) => String((section as { type?: unknown } | null)?.type)) : []
}
