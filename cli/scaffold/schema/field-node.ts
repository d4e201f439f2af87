import type { Path } from '../../content/yaml/source.ts'
import { choicesOf, discriminatorOf, eachOf, type Node, optionsOf, resolve } from './node.ts'

/** Returns the schema of the value at a path; undefined if the path has no schema. */
export function nodeAt(root: Node, data: unknown, path: Path): Node | undefined {
  let node: Node | undefined = shapeOf(root, root, data)
  let value = data
  for (const step of path) {
    const inner: Node | undefined = node && partOf(node, step)
    value = (value as Record<string, unknown> | undefined)?.[step]
    node = inner && shapeOf(inner, root, value)
  }
  return node
}

/** Returns the schema of a field or list entry. */
export function partOf(node: Node, step: Path[number]): Node | undefined {
  return typeof step === 'number' ? node.items : (node.properties?.[step] ?? eachOf(node))
}

/** Returns the variant of a schema that matches a value. */
export function shapeOf(node: Node, root: Node, value: unknown): Node {
  const resolved = resolve(node, root)
  const options = optionsOf(resolved, root)
  if (options.length === 0) return resolved
  const name = discriminatorOf(options)
  const chosen = name
    ? options.find((option) =>
        choicesOf(option.properties?.[name]).includes((value as Record<string, unknown>)?.[name]),
      )
    : options.find((option) => fits(option, value))
  return { ...(chosen ?? options[0]), ...(resolved.description && { description: resolved.description }) }
}

function fits({ type, properties, items }: Node, value: unknown): boolean {
  if (Array.isArray(value)) return items !== undefined
  if (typeof value === 'object' && value !== null)
    return properties !== undefined && Object.keys(value).every((key) => key in properties)
  return type === 'integer' ? typeof value === 'number' : type === typeof value
}
