import { stringify } from 'yaml'
import { choicesOf, discriminatorOf, type Node, nameOf, resolve, toJsonSchema } from '../schema/json-schema.ts'
import { limitsOf } from '../schema/limits.ts'
import type { Slugs } from '../schema/slugs.ts'
import { type Kind, kinds, schemaOf } from './kinds.ts'

export interface DraftOptions {
  slug: string
  /** `2026-03-31` */
  today: string
  slugs: Slugs
}

/** The text of a new file: valid at once, every field explained, what is optional commented out. */
export function draft(kind: Kind, options: DraftOptions): string {
  const root = toJsonSchema(schemaOf(kind))
  const given: Record<string, unknown> = { path: `/${options.slug}`, formType: options.slug }
  const yaml = fields(root, { ...options, root, given }, '').join('\n')
  if (kinds[kind].extension === '.yaml') return `${yaml}\n`
  return `---\n${yaml}\n---\n\nTODO the text, as markdown.\n\n## TODO a heading\n\nTODO more text.\n`
}

interface Context extends DraftOptions {
  root: Node
  /** Values of top-level fields that only the moment knows. */
  given: Record<string, unknown>
  /** Tells the entries of a list apart. */
  letter?: string
}

/** The lines of a group of fields: first the one that decides about the others, then what must be there. */
function fields(node: Node, context: Context, indent: string): string[] {
  const { chosen, decides, choices } = choose(node, context)
  const rank = (name: string) => (name === decides ? 0 : chosen.required?.includes(name) ? 1 : 2)
  const names = Object.keys(chosen.properties ?? {}).sort((a, b) => rank(a) - rank(b))
  return names.flatMap((name) => {
    const child = resolve(chosen.properties?.[name] ?? {}, context.root)
    if (rank(name) === 2) return [`${indent}# ${optional(name, chosen.properties?.[name] ?? {}, context)}`]
    if (name !== decides) return field(name, child, context, indent)
    const others = `${choices.join(', ')}; the other fields depend on it, see content/README.md`
    return [
      `${indent}# ${explain(child.description, others)}`,
      `${indent}${name}: ${show(sampleOf(name, child, context))}`,
    ]
  })
}

/** Of several shapes the first. */
function choose(node: Node, { root }: Context): { chosen: Node; decides?: string | undefined; choices: unknown[] } {
  const resolved = resolve(node, root)
  const options = (resolved.oneOf ?? resolved.anyOf)?.map((option) => resolve(option, root)) ?? []
  const decides = discriminatorOf(options)
  return {
    chosen: options[0] ?? resolved,
    decides,
    choices: decides ? options.flatMap((option) => choicesOf(option.properties?.[decides])) : [],
  }
}

function field(name: string, node: Node, context: Context, indent: string): string[] {
  const note = explain(node.description, limitsOf(node).replaceAll('`', ''))
  const lines = note ? [`${indent}# ${note}`] : []
  if (node.type === 'array') return [...lines, `${indent}${name}:`, ...items(name, node, context, `${indent}  `)]
  if (isGroup(node, context)) return [...lines, `${indent}${name}:`, ...fields(node, context, `${indent}  `)]
  const value = indent === '' && name in context.given ? context.given[name] : sampleOf(name, node, context)
  return [...lines, `${indent}${name}: ${show(value)}`]
}

/** As many entries as there must be. Only the first is explained; the others differ by a letter. */
function items(name: string, node: Node, context: Context, indent: string): string[] {
  const entry = resolve(node.items ?? {}, context.root)
  const list = Array.from({ length: Math.max(node.minItems ?? 0, 1) }, (_, index) => {
    const own = index === 0 ? context : { ...context, letter: ` ${String.fromCharCode(97 + index)}` }
    if (!isGroup(entry, own)) return [`${indent}- ${show(sampleOf(name, entry, own))}`]
    const lines = fields(entry, own, `${indent}  `)
    const first = lines.findIndex((line) => !isComment(line))
    const marked = lines.map((line, place) => {
      if (place < first) return line.slice(2)
      return place === first ? `${indent}- ${line.slice(indent.length + 2)}` : line
    })
    return index === 0 ? marked : marked.filter((line) => !isComment(line))
  })
  return list.flat()
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith('#')
}

function explain(description: string | undefined, limits: string): string {
  return description && limits ? `${description} (${limits})` : (description ?? limits)
}

function isGroup(node: Node, context: Context): boolean {
  return choose(node, context).chosen.properties !== undefined
}

/** One line about a field that may be left out. */
function optional(name: string, node: Node, context: Context): string {
  const resolved = resolve(node, context.root)
  const each = resolved.items ?? resolved.additionalProperties
  const table = nameOf(node) ?? (typeof each === 'object' ? nameOf(each) : undefined)
  const group = isGroup(resolved, context) || resolved.items?.properties
  const where = table || group ? `its fields are in content/README.md${table ? ` under ${table}` : ''}` : ''
  const note = explain(resolved.description, [limitsOf(resolved).replaceAll('`', ''), where].filter(Boolean).join('; '))
  const value =
    resolved.default === undefined || typeof resolved.default === 'object' ? '' : ` ${show(resolved.default)}`
  return `${name}:${value}  # optional${note ? `: ${note}` : ''}`
}

/** What fits where nothing can be known: a name that exists, the first choice, or a text that says what is to be written. */
function sampleOf(name: string, node: Node, { slugs, today, letter = '' }: Context): unknown {
  if (node.const !== undefined) return node.const
  if (node.reference) return slugs.of(node.reference)[0] ?? 'todo'
  const [choice] = node.enum ?? node.examples ?? []
  if (choice !== undefined) return choice
  if (node.format === 'date') return today
  if (node.type === 'integer' || node.type === 'number') return node.default ?? node.minimum ?? 1
  if (node.type === 'boolean') return node.default ?? false
  const what = (node.description ?? spaced(name)).replace(/[;:(].*$/, '').replace(/^./, (first) => first.toLowerCase())
  const pattern = new RegExp(node.pattern ?? '', 'u')
  const { minLength = 0, maxLength = 1000 } = node
  const candidates = [`TODO ${what}`, 'TODO', 'todo', 'T', '/', 'https://example.com', 'hello@example.com']
  const fitting = candidates
    .map((text) => fitted(text, minLength, maxLength - letter.length))
    .find((text) => pattern.test(text) && (!node.format || node.format === formatOf(text)))
  if (fitting === undefined) throw new Error(`no draft for "${name}": give its schema an example`)
  return fitting + letter
}

function formatOf(text: string): string | undefined {
  return text.includes('@') ? 'email' : text.startsWith('https:') ? 'uri' : undefined
}

/** Cut at a word, or said on. */
function fitted(text: string, least: number, most: number): string {
  let result = text
  while (result.length > most && result.includes(' ')) result = result.slice(0, result.lastIndexOf(' '))
  while (result.startsWith('TODO') && result.length < least) result += ', and a little more'
  return result.replace(/[,;:]$/, '')
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
}

function show(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trim()
}
