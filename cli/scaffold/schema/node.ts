/**
 * A JSON Schema, as far as ours go. `reference` names the collection whose slugs may stand there, `image` a file of images,
 * `inlineMarkdown` a text that takes it, and how many of its characters may be read.
 */
export interface Node {
  type?: string
  description?: string
  properties?: Record<string, Node>
  required?: string[]
  additionalProperties?: Node | boolean
  propertyNames?: Node
  items?: Node
  oneOf?: Node[]
  anyOf?: Node[]
  allOf?: Node[]
  $ref?: string
  definitions?: Record<string, Node>
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  /** What the pattern means; editors say it too. */
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

/** The schema itself where it is only referred to, with what the place says about it. */
export function resolve(node: Node, root: Node): Node {
  const [only] = node.allOf ?? []
  const { allOf, $ref, ...own } = node
  const name = ($ref ?? only?.$ref)?.replace('#/definitions/', '')
  return name ? { ...resolve(root.definitions?.[name] ?? {}, root), ...own } : node
}

/** The name of the definition that a schema refers to. */
export function nameOf({ $ref, allOf }: Node): string | undefined {
  return ($ref ?? allOf?.[0]?.$ref)?.replace('#/definitions/', '')
}

/** What each value of a group may be whose fields have names of their own. */
export function eachOf({ additionalProperties }: Node): Node | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** The shapes that a value may have; none where there is but one. */
export function optionsOf(node: Node, root: Node): Node[] {
  return (node.oneOf ?? node.anyOf ?? []).map((option) => resolve(option, root))
}

/** The values that a field of a choice may have; none when it is free. */
export function choicesOf(node: Node | undefined): unknown[] {
  return node?.const === undefined ? (node?.enum ?? []) : [node.const]
}

/** The field whose value says which of the options is meant, such as `layout`: no two of them share one. */
export function discriminatorOf(options: readonly Node[]): string | undefined {
  return Object.keys(options[0]?.properties ?? {}).find((name) => {
    const all = options.map((option) => choicesOf(option.properties?.[name]))
    return all.every((values) => values.length > 0) && new Set(all.flat()).size === all.flat().length
  })
}
