import type { ValuePath } from '../../content/yaml/source.ts'
import {
  findDiscriminator,
  getValueSchema,
  listAllowedValues,
  listVariants,
  resolveReference,
  type SchemaNode,
} from './node.ts'

/** Returns the schema of the value at a path; undefined if the path has no schema. */
export function findNodeAt(root: SchemaNode, data: unknown, path: ValuePath): SchemaNode | undefined {
  let node: SchemaNode | undefined = resolveVariant(root, root, data)
  let value = data
  for (const step of path) {
    const inner: SchemaNode | undefined = node && findChildNode(node, step)
    value = (value as Record<string, unknown> | undefined)?.[step]
    node = inner && resolveVariant(inner, root, value)
  }
  return node
}

/** Returns the schema of a field or list entry. */
export function findChildNode(node: SchemaNode, step: ValuePath[number]): SchemaNode | undefined {
  return typeof step === 'number' ? node.items : (node.properties?.[step] ?? getValueSchema(node))
}

/** Returns the variant of a schema that matches a value. */
export function resolveVariant(node: SchemaNode, root: SchemaNode, value: unknown): SchemaNode {
  const resolved = resolveReference(node, root)
  const options = listVariants(resolved, root)
  if (options.length === 0) return resolved
  const name = findDiscriminator(options)
  const chosen = name
    ? options.find((option) =>
        listAllowedValues(option.properties?.[name]).includes((value as Record<string, unknown>)?.[name]),
      )
    : options.find((option) => fits(option, value))
  return { ...(chosen ?? options[0]), ...(resolved.description && { description: resolved.description }) }
}

function fits({ type, properties, items }: SchemaNode, value: unknown): boolean {
  if (Array.isArray(value)) return items !== undefined
  if (typeof value === 'object' && value !== null)
    return properties !== undefined && Object.keys(value).every((key) => key in properties)
  return type === 'integer' ? typeof value === 'number' : type === typeof value
}
