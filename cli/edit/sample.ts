import { dayOf } from '../content/publication.ts'
import type { Path } from '../content/source.ts'
import { sampleOfNode } from '../new/draft.ts'
import { nodeAt, partOf } from '../schema/field-node.ts'
import type { Slugs } from '../schema/slugs.ts'
import type { Entry } from './entry.ts'
import { describeKind } from './kinds.ts'
import { Refused } from './refusals.ts'

/**
 * A value for a field or list entry that is not there yet, with TODOs where somebody has to write.
 * @param shape of several shapes, the one that is meant
 */
export function sampleAt(entry: Entry, path: Path, shape: string | undefined, slugs: Slugs): unknown {
  const root = describeKind(entry.kind)
  const holder = nodeAt(root, entry.fields, path.slice(0, -1))
  const last = path.at(-1) ?? ''
  const node = holder && partOf(holder, last)
  if (!node) throw new Refused(`There is no field ${path.join('.')}.`, 404)
  const slug = entry.file.replace(/^.*\/|\.\w+$/g, '')
  return sampleOfNode(String(last), node, root, { slug, today: dayOf(), slugs }, shape)
}
