import { formatUtcDate } from '../../content/publication.ts'
import { valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { createNodeSample } from '../../scaffold/new/draft.ts'
import { findSectionIndex } from '../../scaffold/new/insert-section.ts'
import { findChildNode, findNodeAt } from '../../scaffold/schema/field-node.ts'
import type { KnownNames } from '../../scaffold/schema/known-names.ts'
import type { Entry } from './entry.ts'
import { getTypeSchema } from './file-types.ts'
import { HttpError } from './http-errors.ts'

/** An initial value and its path. */
export interface InitialValue {
  path: ValuePath
  value: unknown
}

/**
 * Returns the initial value for a new field or list entry, with TODO in required text fields. A section goes where
 * `site new section` would put it.
 * @param shape the variant, if there are several
 */
export function createInitialValue(
  entry: Entry,
  path: ValuePath,
  shape: string | undefined,
  slugs: KnownNames,
): InitialValue {
  const root = getTypeSchema(entry.kind)
  const parent = findNodeAt(root, entry.fields, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  const node = parent && findChildNode(parent, last)
  if (!node) throw new HttpError(`Unknown field ${path.join('.')}.`, 404)
  const slug = entry.file.replace(/^.*\/|\.\w+$/g, '')
  const value = createNodeSample(String(last), node, root, { slug, today: formatUtcDate(), slugs }, shape)
  const list = path.slice(0, -1)
  if (shape === undefined || list.join() !== 'sections') return { path, value }
  return { path: [...list, findSectionIndex(typesOf(valueAt(entry.fields, list)), shape)], value }
}

function typesOf(sections: unknown): string[] {
  return Array.isArray(sections) ? sections.map((section) => String((section as { type?: unknown } | null)?.type)) : []
}
