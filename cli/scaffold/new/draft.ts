import type { Collection } from '@northshelf/site/collections/collection.ts'
import { sectionSchema } from '@northshelf/site/sections/section.ts'
import { parse, stringify } from 'yaml'
import { toJsonSchema } from '../schema/json-schema.ts'
import { describeLimits } from '../schema/limits.ts'
import {
  findDiscriminator,
  getDefinitionName,
  getValueSchema,
  listAllowedValues,
  listVariants,
  resolveReference,
  type SchemaNode,
} from '../schema/node.ts'
import { createSampleValue, type SampleOptions } from './sample.ts'

/** Descriptions of the section types that a page may contain, keyed by `type`. */
export const sectionDescriptions: ReadonlyMap<string, string> = new Map(
  sectionSchema.options.map(({ shape: { type } }) => [type.value, type.description ?? '']),
)

export interface DraftOptions extends SampleOptions {
  slug: string
  /** Layout of a new service. */
  layout?: string | undefined
}

/** Values to use instead of sample values. */
type Preset = Readonly<Record<string, unknown>>

/** Returns the text of a new, valid file with a comment for each field. Optional fields are commented out. */
export function draftFile({ schema, samples = {}, extension }: Collection, options: DraftOptions): string {
  const root = toJsonSchema(schema)
  const { slug, layout } = options
  const preset = { path: `/${slug}`, formType: slug, ...(layout && { layout }) }
  const yaml = fields(root, { ...options, root, samples }, '', preset).join('\n')
  if (extension === '.yaml') return `${yaml}\n`
  return `---\n${yaml}\n---\n\nTODO the text, as Markdown.\n\n## TODO a heading\n\nTODO more text.\n`
}

/** Returns an initial value with all required fields. @param shape value of the field that selects the variant */
export function createNodeSample(
  name: string,
  node: SchemaNode,
  root: SchemaNode,
  options: DraftOptions,
  shape?: string,
): unknown {
  const context: Context = { ...options, root, samples: {} }
  const decides = choose(node, context).decides
  const preset = shape !== undefined && decides ? { [decides]: shape } : {}
  const resolved = resolveReference(node, root)
  // A group with arbitrary field names starts empty.
  if (typeof resolved.additionalProperties === 'object') return {}
  // An optional list of several types of entries starts empty, so that the user chooses the first type.
  if (resolved.type === 'array' && !resolved.minItems && choose(resolved.items ?? {}, context).decides) return []
  if (resolved.type === 'array') return parse(items(name, resolved, context, '').join('\n'))
  return isGroup(node, context)
    ? (parse(fields(node, context, '', preset).join('\n')) ?? {})
    : createSampleValue(name, resolved, context)
}

/** Returns the lines of a new section. `root` is the schema of a page, `indent` the indentation of the dash. */
export function draftSection(type: string, options: SampleOptions & { root: SchemaNode; indent: string }): string[] {
  const { root, indent } = options
  // `among` omits the comment that lists the types, because the type has already been chosen.
  const context = { ...options, slug: '', samples: { sections: [{ type }] }, among: true }
  return items('sections', root.properties?.sections ?? {}, context, indent)
}

export function countTodos(text: string): number {
  return text.split('\n').filter((line) => /^(?!\s*# ).*\bTODO\b/.test(line)).length
}

/** Returns the layouts of a collection; most collections have none. */
export function listLayouts({ schema }: Collection): string[] {
  const root = toJsonSchema(schema)
  const values = listVariants(root, root).flatMap(({ properties }) => listAllowedValues(properties?.layout))
  return values.map(String)
}

interface Context extends DraftOptions {
  root: SchemaNode
  /** Initial list entries, keyed by list name. */
  samples: Readonly<Record<string, readonly Preset[]>>
  /** Whether the comments of an earlier entry already list the choices. */
  among?: boolean
}

/** Returns the lines of a group: the field that selects the variant, then required fields, then optional fields. */
function fields(node: SchemaNode, context: Context, indent: string, preset: Preset = {}): string[] {
  const { chosen, decides, choices } = choose(node, context, preset)
  const rank = (name: string) => (name === decides ? 0 : chosen.required?.includes(name) || name in preset ? 1 : 2)
  const names = Object.keys(chosen.properties ?? {}).sort((a, b) => rank(a) - rank(b))
  return names.flatMap((name) => {
    const child = resolveReference(chosen.properties?.[name] ?? {}, context.root)
    if (rank(name) === 2) return [`${indent}# ${optional(name, chosen.properties?.[name] ?? {}, context)}`]
    if (name !== decides) return field(name, child, context, indent, preset)
    const value = `${indent}${name}: ${show(preset[name] ?? createSampleValue(name, child, context))}`
    if (context.among) return [value]
    const others = `${choices.join(', ')}; the other fields depend on it, see content/README.md`
    return [`${indent}# ${joinNotes(child.description, others)}`, value]
  })
}

/** Returns the variant that the preset selects, or the first variant. */
function choose(node: SchemaNode, { root }: Context, preset: Preset = {}) {
  const resolved = resolveReference(node, root)
  const options = listVariants(resolved, root)
  const decides = findDiscriminator(options)
  const fitting =
    decides && options.find((option) => listAllowedValues(option.properties?.[decides]).includes(preset[decides]))
  return {
    chosen: fitting || options[0] || resolved,
    decides,
    choices: decides ? options.flatMap((option) => listAllowedValues(option.properties?.[decides])) : [],
  }
}

function field(name: string, node: SchemaNode, context: Context, indent: string, preset: Preset): string[] {
  const note = joinNotes(node.description, describeLimits(node).replaceAll('`', ''))
  const lines = note ? [`${indent}# ${note}`] : []
  if (node.type === 'array') return [...lines, `${indent}${name}:`, ...items(name, node, context, `${indent}  `)]
  if (isGroup(node, context)) return [...lines, `${indent}${name}:`, ...fields(node, context, `${indent}  `)]
  const value = name in preset ? preset[name] : createSampleValue(name, node, context)
  return [...lines, `${indent}${name}: ${show(value)}`]
}

/**
 * Returns the lines of a list with the minimum number of entries. Only the first entry of each variant has comments.
 * Values of later entries end in a letter to make them distinct.
 */
function items(name: string, node: SchemaNode, context: Context, indent: string): string[] {
  const entry = resolveReference(node.items ?? {}, context.root)
  const presets = context.samples[name] ?? Array.from({ length: Math.max(node.minItems ?? 0, 1) }, (): Preset => ({}))
  const explained = new Set<SchemaNode>()
  return presets.flatMap((preset, index) => {
    const { chosen } = choose(entry, context, preset)
    const first = !explained.has(chosen)
    explained.add(chosen)
    const letter = first ? undefined : ` ${String.fromCharCode(97 + index)}`
    const own = { ...context, among: context.among || index > 0, ...(letter && { letter }) }
    if (!isGroup(entry, own)) return [`${indent}- ${show(createSampleValue(name, entry, own))}`]
    const lines = fields(entry, own, `${indent}  `, preset)
    const start = lines.findIndex((line) => !isComment(line))
    const marked = lines.map((line, place) => {
      if (place < start) return line.slice(2)
      return place === start ? `${indent}- ${line.slice(indent.length + 2)}` : line
    })
    return first ? marked : marked.filter((line) => !isComment(line))
  })
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith('#')
}

function joinNotes(description: string | undefined, limits: string): string {
  return description && limits ? `${description} (${limits})` : (description ?? limits)
}

function isGroup(node: SchemaNode, context: Context): boolean {
  return choose(node, context).chosen.properties !== undefined
}

/** Returns an optional field as a comment. */
function optional(name: string, node: SchemaNode, context: Context): string {
  const resolved = resolveReference(node, context.root)
  const each = resolved.items ?? getValueSchema(resolved)
  const table = getDefinitionName(node) ?? (each && getDefinitionName(each))
  const group = isGroup(resolved, context) || resolved.items?.properties
  const where = table || group ? `its fields are in content/README.md${table ? ` under ${table}` : ''}` : ''
  const limits = [describeLimits(resolved).replaceAll('`', ''), where].filter(Boolean).join('; ')
  const note = joinNotes(resolved.description, limits)
  const { default: initial } = resolved
  const value = initial === undefined || typeof initial === 'object' ? '' : ` ${show(initial)}`
  return `${name}:${value}  # optional${note ? `: ${note}` : ''}`
}

function show(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trim()
}
