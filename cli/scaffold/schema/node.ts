import type { ValuePath } from '../../content/yaml/source.ts'

/**
 * The subset of JSON Schema used here. `reference` is the name of a collection, `image` marks an image name, `code` marks
 * a country or currency, and `inlineMarkdown` marks Markdown text and limits the number of its visible characters.
 */
export interface SchemaNode {
  type?: string
  description?: string
  properties?: Record<string, SchemaNode>
  required?: string[]
  additionalProperties?: SchemaNode | boolean
  propertyNames?: SchemaNode
  items?: SchemaNode
  oneOf?: SchemaNode[]
  anyOf?: SchemaNode[]
  allOf?: SchemaNode[]
  $ref?: string
  definitions?: Record<string, SchemaNode>
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  /** Description of the pattern; VS Code displays it as an error message. */
  patternErrorMessage?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  reference?: string
  image?: boolean
  code?: string
  inlineMarkdown?: { max: number }
}

/** Replaces a reference to a definition with the definition. */
export function resolveReference(node: SchemaNode, root: SchemaNode): SchemaNode {
  const { allOf, $ref, ...own } = node
  const name = ($ref ?? allOf?.[0]?.$ref)?.replace('#/definitions/', '')
  return name ? { ...resolveReference(root.definitions?.[name] ?? {}, root), ...own } : node
}

/** Returns the name of the definition that a schema refers to. */
export function getDefinitionName({ $ref, allOf }: SchemaNode): string | undefined {
  return ($ref ?? allOf?.[0]?.$ref)?.replace('#/definitions/', '')
}

/** Returns the schema of the values in a group with arbitrary field names. */
export function getValueSchema({ additionalProperties }: SchemaNode): SchemaNode | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** Returns the variants of a schema; empty if there is only one variant. */
export function listVariants(node: SchemaNode, root: SchemaNode): SchemaNode[] {
  return (node.oneOf ?? node.anyOf ?? []).map((option) => resolveReference(option, root))
}

/** Returns the allowed values of a field; empty if any value is allowed. */
export function listAllowedValues(node: SchemaNode | undefined): unknown[] {
  return node?.const === undefined ? (node?.enum ?? []) : [node.const]
}

/** Returns the field whose value identifies the variant, such as `layout`. */
export function findDiscriminator(options: readonly SchemaNode[]): string | undefined {
  return Object.keys(options[0]?.properties ?? {}).find((name) => {
    const all = options.map((option) => listAllowedValues(option.properties?.[name]))
    return all.every((values) => values.length > 0) && new Set(all.flat()).size === all.flat().length
  })
}

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
