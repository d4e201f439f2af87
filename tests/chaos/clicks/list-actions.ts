import type { ValuePath } from '../../../cli/content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../../cli/dev/source-marks.ts'
import { findSectionIndex } from '../../../cli/scaffold/new/add-section.ts'
import {
  findDiscriminator,
  findNodeAt,
  listAllowedValues,
  listVariants,
  resolveReference,
  resolveVariant,
  type SchemaNode,
} from '../../../cli/scaffold/schema/node.ts'

/** An action on a file in the inspector. */
export interface Action {
  /** Type of the target, for example `text`, `list entry` or `section`. */
  kind: string
  act: 'set' | 'add' | 'remove' | 'double' | 'move by button' | 'move by key' | 'move by drag' | 'upload'
  /** Path of the open group, list or text. */
  view: ValuePath
  path: ValuePath
  node: SchemaNode
  isNeeded: boolean
  /** Type of a new entry, if the list allows several types. */
  shape?: string
  /** Index to which an entry moves. */
  to?: number
}

/** Lists every action that the inspector offers for a file, including those whose result may be invalid. */
export function listActions(root: SchemaNode, fields: unknown, body: string | undefined): Action[] {
  const text = {
    kind: 'body',
    act: 'set',
    view: [BODY_PATH_SEGMENT],
    path: [BODY_PATH_SEGMENT],
    node: {},
    isNeeded: true,
  } as const
  return [...(body === undefined ? [] : [text]), ...inValue(root, fields, [])]
}

function inValue(root: SchemaNode, fields: unknown, path: ValuePath): Action[] {
  const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], fields)
  const node = findNodeAt(root, fields, path)
  if (!node) throw new Error(`no schema for ${path.join('.')}`)
  if (Array.isArray(value)) return inList(root, fields, path, node, value)
  if (typeof value === 'object' && value !== null)
    return inGroup(root, fields, path, node, value as Record<string, unknown>)
  return ofScalar(node, path, path, true)
}

function inGroup(
  root: SchemaNode,
  fields: unknown,
  view: ValuePath,
  node: SchemaNode,
  value: Record<string, unknown>,
): Action[] {
  const each = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
  const known = each ? Object.keys(value).map((name) => [name, each] as const) : Object.entries(node.properties ?? {})
  const named: Action[] = each
    ? NAMES.map((name) => ({
        kind: 'named field',
        act: 'add',
        view,
        path: [...view, name],
        node: each,
        isNeeded: false,
      }))
    : []
  const own = known.flatMap(([name, inner]): Action[] => {
    const path = [...view, name]
    const shape = resolveVariant(inner, root, value[name])
    const isNeeded = node.required?.includes(name) ?? false
    if (!shape.properties && !shape.items && typeof shape.additionalProperties !== 'object')
      return ofScalar(shape, view, path, isNeeded)
    const kind = shape.items ? 'list' : 'group'
    if (value[name] === undefined) return [{ kind, act: 'add', view, path, node: shape, isNeeded }]
    const remove: Action[] = isNeeded ? [] : [{ kind, act: 'remove', view, path, node: shape, isNeeded }]
    return [...remove, ...inValue(root, fields, path)]
  })
  return [...own, ...named.filter(({ path }) => !(String(path.at(-1)) in value))]
}

/** Valid and invalid names for a new fact or for a form's fixed value. */
const NAMES = ['new-name', 'newName', 'resume', 'Not a name']

function inList(
  root: SchemaNode,
  fields: unknown,
  view: ValuePath,
  node: SchemaNode,
  value: readonly { type?: string }[],
): Action[] {
  const { length } = value
  const options = listVariants(resolveReference(node.items ?? {}, root), root)
  const name = findDiscriminator(options)
  const shapes = name
    ? options.flatMap(({ properties }) => listAllowedValues(properties?.[name]).map(String))
    : [undefined]
  const common = { kind: view.at(-1) === 'sections' ? 'section' : 'list entry', view, node, isNeeded: false }
  const types = value.map(({ type }) => String(type))
  const placeOf = (shape: string | undefined) =>
    shape && common.kind === 'section' ? findSectionIndex(types, shape) : length
  const adds = shapes.map(
    (shape): Action => ({ ...common, act: 'add', path: [...view, placeOf(shape)], ...(shape && { shape }) }),
  )
  const own = Array.from({ length }, (_, index): Action[] => {
    const path = [...view, index]
    const moves = [index - 1, index + 1].filter((to) => to >= 0 && to < length)
    return [
      { ...common, act: 'remove', path },
      { ...common, act: 'double', path },
      ...moves.flatMap((to): Action[] => [
        { ...common, act: 'move by button', path, to },
        { ...common, act: 'move by key', path, to },
      ]),
      ...Array.from({ length }, (_, to): Action => ({ ...common, act: 'move by drag', path, to })).filter(
        ({ to }) => to !== index,
      ),
      ...inValue(root, fields, path),
    ]
  })
  return [...adds, ...own.flat()]
}

function ofScalar(node: SchemaNode, view: ValuePath, path: ValuePath, isNeeded: boolean): Action[] {
  const common = { kind: kindOf(node), view, path, node, isNeeded }
  return [{ ...common, act: 'set' }, ...(node.image ? [{ ...common, act: 'upload' } as const] : [])]
}

function kindOf(node: SchemaNode): string {
  if (node.image) return 'picture'
  if (node.reference) return 'reference'
  if (node.type === 'boolean') return 'boolean'
  if (listAllowedValues(node).length > 0) return 'choice'
  if (node.type === 'number' || node.type === 'integer') return 'number'
  return node.format === 'date' ? 'date' : 'text'
}
