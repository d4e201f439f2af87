/**
 * The subset of JSON Schema used here. `reference` is the name of a collection, `image` marks an image name, and
 * `inlineMarkdown` marks Markdown text and limits the number of its visible characters.
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
  inlineMarkdown?: { max: number }
}

/** Replaces a reference to a definition with the definition. */
export function resolveReference(node: SchemaNode, root: SchemaNode): SchemaNode {
  const [only] = node.allOf ?? []
  const { allOf, $ref, ...own } = node
  const name = ($ref ?? only?.$ref)?.replace('#/definitions/', '')
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
