import type { Path } from '../../content/yaml/source.ts'
import { choicesOf, discriminatorOf, eachOf, type Node, optionsOf, resolve } from './node.ts'

/** What the schema says of the value at a path of an entry; undefined where it says nothing. */
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

/** What a schema says of a field or entry of a value, in all its shapes. */
export function partOf(node: Node, step: Path[number]): Node | undefined {
  return typeof step === 'number' ? node.items : (node.properties?.[step] ?? eachOf(node))
}

/** Of several shapes, the one that a value has. */
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
